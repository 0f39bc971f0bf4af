/** Hostile input: for one field of a request, and for a whole body. Each is the text that goes over the wire. */

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const quoted = (text: string) => JSON.stringify(text);

/** JSON of a value that some field has in place of its own. */
export const HOSTILE_VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  'a boolean': 'true',
  'a negative number': '-1',
  'a fraction': '0.5',
  'a number that is no number any more': '1e999',
  'a number beyond exact integers': '9007199254740993',
  'a number as text': '"1e308"',
  'an empty text': '""',
  'blanks alone': quoted(' \t\u00a0\u3000'),
  'NUL alone': quoted('\0'),
  'NUL within': quoted('ada\0@example.com'),
  'a lone high surrogate': '"\\ud83d"',
  'a lone low surrogate within': '"a\\udc00b"',
  'a character that is none': quoted('\uffff'),
  'the last character of a sort': quoted('~\u{10ffff}'),
  'right-to-left override': quoted('\u202egnp.exe'),
  'line breaks of a header': quoted('a@b.example\r\nBcc: c@d.example'),
  'a long text': quoted('W'.repeat(5_000)),
  'a long text of wide characters': quoted('\u{1F469}'.repeat(2_000)),
  'a path upwards': quoted('../../../etc/passwd'),
  'an encoded path upwards': quoted('%2e%2e%2f%00%ff'),
  'a key of the table': quoted('CHAT#019a0000-0000-7000-8000-000000000000#MSG#00000001'),
  markup: quoted('<script>alert(1)</script>'),
  'an expression': quoted('$' + '{7*7}{{7*7}}attribute_exists(pk) OR :a = :a'),
  'the name of a prototype': '"__proto__"',
  'the name of a constructor': '"constructor"',
  'a list': '[]',
  'a list of lists': '[[["a"]],[null]]',
  'an object': '{}',
  'a prototype': '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  'an operator of a query': '{"$ne":null,"$gt":""}',
  'an object that passes as text': '{"toString":"x","valueOf":"x","length":1,"0":"a"}',
  'lists within lists': nested(2_000, '[', ']'),
  'objects within objects': `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
};

/** Whole bodies; `good` is the JSON of one that would be taken. */
export const HOSTILE_BODIES: Readonly<Record<string, (good: string) => string | Buffer>> = {
  nothing: () => '',
  null: () => 'null',
  'a text': () => '"body"',
  'a number': () => '1',
  'a list': (good) => `[${good}]`,
  'no JSON': () => 'a=b&c=d',
  'JSON cut short': (good) => good.slice(0, -1),
  'JSON and more': (good) => `${good}${good}`,
  'a comma too many': (good) => `${good.slice(0, -1)},}`,
  'a byte order mark': (good) => `\ufeff${good}`,
  'UTF-16': (good) => Buffer.from(good, 'utf16le'),
  'bytes that are no text': () =>
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'every key twice': (good) => `{${good.slice(1, -1)}${good.length > 2 ? ',' : ''}${good.slice(1, -1)}}`,
  'keys of prototypes': (good) =>
    `{"__proto__":{"isAdmin":true,"owner":"x"},"constructor":{"prototype":{"owner":"x"}},"owner":"x","email":null${good.length > 2 ? ',' : ''}${good.slice(1)}`,
  'ten thousand keys': () => `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  'lists within lists': () => nested(20_000, '[', ']'),
  'a long text': () => quoted('W'.repeat(200_000)),
};

/** Writes a value for a path or a query: a text as it is, percent-encoded, anything else as its JSON. */
export function inAddress(json: string): string {
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'string' ? value : json;
  // A lone surrogate has no encoding of its own: the bytes that careless software writes for it.
  const bytes = [...text].map((character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80',
  );
  return bytes.join('').slice(0, 6_000);
}
