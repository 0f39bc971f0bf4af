import { Tokenizer } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IncrementalMarkdown } from './incremental-markdown.ts';
import { Markdown } from './markdown.tsx';
import { parseSpans } from './parse-highlight-spans.ts';
import { safeLink } from './safe-link.ts';

/** HTML of Markdown without class attributes, whose values depend on the style sheet. */
const render = (source: string): string =>
  renderToStaticMarkup(createElement(Markdown, { source })).replaceAll(/ class="[^"]*"/g, '');
const tokensOf = (parser: IncrementalMarkdown, text: string) => parser.update(text).map(({ token }) => token);

const DOCUMENTS = {
  prose: '# Title\n\nFirst paragraph\nwith **bold**, _em_ and `code`.\n\nSecond one.\n\nSetext\n===\n\nEnd',
  list: '1. one\n\n2. two\n   - nested\n   - more\n\n     deep\n\n3. three\n\nAfter\n\n- a\n\n\n- b\n* c',
  code: 'Text\n\n```js\nconst a = 1;\n\n\n// ``\n```\nAfter\n\n    indented\n\n    more\n\n~~~\nopen',
  table: '| a | b |\n|---|:-:|\n| 1 | `x` |\n| 2 |\n\nAfter | not\n\na | b\n--|--\n1|2',
  'a long table':
    '| a | b |\n|--|:-:|\n| 1 | 2 |\n| 3 | `x|y` |\n| 5 |\nplain\n| 7 | <a> |\n| 8 | https://x.example |\n```\nAfter\n```\nx',
  'a list that becomes loose': '- a\n- b\n- c\n- d\n\n- e\n- f\n- g\n\n\n- h\n-\n- i\n\nEnd\n\n1. x',
  'tasks that become loose': '- [x] a\n- [ ] b\n- c\n\n  more\n- [x] d\n- [ ] e\n- f\n-x',
  'a list with wide markers': '  1.   a\n  2.   b\n   3. c\n\n   4.  d\n 5. e\n6) f\n* * *\n- g',
  quote: '> quote\n> - list\n>\n> more\nlazy\n\n> second\n\n---\n***\nx',
  tasks: '- [x] done\n- [ ] open\n\n~~gone~~ https://example.com and a@b.example',
  html: '<div>\n\n<b>x</b>\n\n</div>\n\n<!-- a\n\nb -->\n\nafter <br> inline',
  links: 'See [a] and [b](https://x.example "t").\n\nText\n\n[a]: https://a.example\n\nMore [a] here.\n\nEnd',
  formulas:
    'Euler: $e^{i\\pi} = -1$ and \\(a_1*b*c\\).\n\n$$\na\n= b\n- c\n\\\\\n+ d\n$$\nThen\n\\[ x \\]\n\n' +
    '1. one:\n   $$\n   y\n   $$\n2. two costs $5 or $6\n\nIn $$ z $$ line, $$\nopen\n\nend',
  windows: 'one\r\n\r\ntwo\r\n- a\r\n- b\r\n\r\nthree',
};

describe('IncrementalMarkdown', () => {
  describe.each(Object.entries(DOCUMENTS))('%s', (_, text) => {
    it('streamed text parses at each position as the same text parsed at once', () => {
      const growing = new IncrementalMarkdown();
      for (let end = 1; end <= text.length; end++) {
        const part = text.slice(0, end);
        expect(tokensOf(growing, part)).toEqual(tokensOf(new IncrementalMarkdown(), part));
      }
    });

    it('parses the same wherever the text is cut in two', () => {
      const whole = tokensOf(new IncrementalMarkdown(), text);
      for (let at = 0; at <= text.length; at++) {
        const parser = new IncrementalMarkdown();
        parser.update(text.slice(0, at));
        expect(tokensOf(parser, text)).toEqual(whole);
      }
    });
  });

  it('keeps finished blocks as they are', () => {
    const parser = new IncrementalMarkdown();
    const before = parser.update('One\n\nTwo\n\nThree');
    const after = parser.update('One\n\nTwo\n\nThree and more\n\nFour');
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
    expect(after[4]).not.toBe(before[4]);
  });

  it('starts over for another text', () => {
    const parser = new IncrementalMarkdown();
    parser.update('One\n\nTwo\n\nThree\n\nFour');
    expect(tokensOf(parser, 'Other')).toEqual(tokensOf(new IncrementalMarkdown(), 'Other'));
  });

  it.each([
    ['12 nested quotes', `${'> '.repeat(12)}deep`],
    ['12 nested lists', `${'- '.repeat(12)}deep`],
    ['an item below 100 spaces', `${' '.repeat(100)}- deep`],
    ['quotes', `${'> '.repeat(3_000)}deep`],
    ['lists', `${'- '.repeat(3_000)}deep`],
    ['a huge block', 'x'.repeat(60_000)],
  ])('shows %s as plain text', (_, text) => {
    expect(tokensOf(new IncrementalMarkdown(), text).map(({ type }) => type)).toEqual(['plain']);
  });

  it.each([
    [
      'a table of a database in a code block',
      `\`\`\`\n+${'-'.repeat(12)}+\n| id |\n+${'-'.repeat(12)}+\n\`\`\``,
      'code',
    ],
    ['a heading with a long underline', `Title\n${'-'.repeat(20)}`, 'heading'],
    ['a table without outer bars', `a | b\n${'-'.repeat(20)}|${'-'.repeat(20)}\n1 | 2`, 'table'],
    ['a long rule', '*'.repeat(20), 'hr'],
    ['a long rule with spaces', '- '.repeat(20), 'hr'],
    ['many plus signs', '+'.repeat(20), 'paragraph'],
  ])('shows %s as such', (_, text, type) => {
    expect(tokensOf(new IncrementalMarkdown(), text).map((token) => token.type)).toEqual([type]);
  });

  it('shows 11 nested quotes as quotes', () => {
    const text = `${'> '.repeat(11)}deep`;
    expect(tokensOf(new IncrementalMarkdown(), text).map(({ type }) => type)).toEqual(['blockquote']);
  });
});

describe('Markdown', () => {
  it('renders what models write', () => {
    expect(render('# Hi\n\n- [x] **a**\n- b\n\n| a |\n|--|\n| 1 |')).toBe(
      '<h3 dir="auto">Hi</h3><ul><li dir="auto"><span role="img" data-checked="true"' +
        ' aria-label="Done"></span><strong>a</strong></li><li dir="auto">b</li></ul>' +
        '<section dir="ltr" aria-label="Table" tabindex="0"><table><thead><tr><th dir="auto">a</th></tr></thead>' +
        '<tbody><tr><td>1</td></tr></tbody></table></section>',
    );
  });

  it.each([
    ['without empty lines', '- [ ] a\n- [x] b', '<li dir="auto">OPENa</li><li dir="auto">DONEb</li>'],
    [
      'with empty lines between its items',
      '- [ ] a\n\n- [x] b\n\n  c',
      '<li dir="auto"><p dir="auto">OPENa</p></li><li dir="auto"><p dir="auto">DONEb</p><p dir="auto">c</p></li>',
    ],
  ])('a task list %s shows one box an item', (_, source, items) => {
    const box = (isDone: boolean) =>
      `<span role="img" data-checked="${isDone}" aria-label="${isDone ? 'Done' : 'Not done'}"></span>`;
    const expected = items.replaceAll('OPEN', box(false)).replaceAll('DONE', box(true));
    expect(render(source)).toBe(`<ul>${expected}</ul>`);
  });

  it.each([
    ['- שלום', true],
    ['- [ ] שלום', true],
    ['- [x] שלום', true],
    ['1. [X] 1\n2. [x] שלום', true],
    ['- [x] hello שלום', false],
    ['- x שלום', false],
    ['- [xy] שלום', false],
  ])('the list %j runs from right to left: %s', (source, isRightToLeft) => {
    expect(/^<[uo]l dir="rtl">/.test(render(source))).toBe(isRightToLeft);
  });

  it.each([
    ['> שלום\n> hello', 'blockquote', 'rtl'],
    ['> - [x] שלום', 'blockquote', 'rtl'],
    ['> hello שלום', 'blockquote', 'ltr'],
    ['- שלום\n\n  > 1', 'blockquote', 'ltr'],
    ['| שם | b |\n|--|--|\n| a | b |', 'section', 'rtl'],
    ['| a | שם |\n|--|--|\n| שם | b |', 'section', 'ltr'],
  ])('in %j, the %s runs %s', (source, element, direction) => {
    expect(render(source)).toContain(`<${element} dir="${direction}"`);
  });

  it('a number in a table has the direction of the table, a text its own', () => {
    expect(render('| שם | b |\n|--|--|\n| a | 12 |')).toContain('<td dir="auto">a</td><td>12</td>');
  });

  it('an HTML tag left open in one block does not disable the links of the next blocks', () => {
    expect(render('An <a href=x> tag\n\nhttps://example.com/x')).toContain('href="https://example.com/x"');
  });

  it('shows HTML as the text it is', () => {
    expect(render('a <b>c</b>')).toBe('<p dir="auto">a &lt;b&gt;c&lt;/b&gt;</p>');
  });

  const ATTACKS = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src=javascript:alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '![x](javascript:alert(1))',
    '![x](https://evil.example/p.png)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<javascript:alert(1)>',
    '[x](//evil.example)',
    '[x](https://user:pass@evil.example)',
    '```html"onload="alert(1)\n<script>alert(1)</script>\n```',
    '| <img src=x onerror=alert(1)> |\n|--|\n| [x](javascript:alert(1)) |',
    '# <a href="javascript:alert(1)">x</a>',
    '> <object data=x>\n> - <embed src=x>',
  ];
  it.each(ATTACKS)('does not let %j run or load', (attack) => {
    for (let at = 1; at <= attack.length; at++) {
      const html = render(attack.slice(0, at));
      const tags = [...html.matchAll(/<([a-z][\w-]*)([^>]*)>/g)];
      for (const [, name = '', attributes = ''] of tags) {
        expect(
          ['p', 'a', 'span', 'h3', 'code', 'pre', 'figure', 'figcaption', 'button', 'svg', 'path'].concat([
            'section',
            'table',
            'thead',
            'tbody',
            'tr',
            'th',
            'td',
            'blockquote',
            'ul',
            'li',
          ]),
        ).toContain(name);
        expect(attributes).not.toMatch(/\son\w+=|src=|style=/);
        const href = /href="([^"]*)"/.exec(attributes)?.[1];
        if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
      }
    }
  });
});

describe('safeLink', () => {
  it.each([
    'javascript:alert(1)',
    ' https://x',
    'data:x',
    '/relative',
    '//host',
    'https://u:p@h.example',
    'https://u@h.example',
    'https://:p@h.example',
    'https://',
  ])('refuses %j', (href) => expect(safeLink(href)).toBeUndefined());
  it('returns the host with the address', () => {
    expect(safeLink('https://docs.example.com/a?b')).toEqual({
      href: 'https://docs.example.com/a?b',
      host: 'docs.example.com',
    });
  });
});

describe('parseSpans', () => {
  it('reads the highlighter’s markup back into text', () => {
    const html =
      '<span class="hljs-keyword">if</span> (a &lt; <span class="hljs-title function_">f<span class="hljs-subst">x</span></span>)';
    expect(parseSpans(html)).toEqual([
      { text: 'if', kind: 'keyword' },
      { text: ' (a < ' },
      { text: 'f', kind: 'title' },
      { text: 'x', kind: 'subst' },
      { text: ')' },
    ]);
  });
});

describe('a reply of 100,000 characters', () => {
  const section =
    '## Part\n\nSome **plain** words, `code` and a [link](https://example.com).\n\n1. one\n2. two\n\n```js\nconst a = 1;\n```\n\n';
  const long = section.repeat(Math.ceil(100_000 / section.length));
  const linked = '[a]: https://example.com\n\nSee [a].\n\n';
  const half = long.slice(0, section.length * Math.floor(45_000 / section.length));

  it.each([
    ['without link definitions', long],
    ['with a link definition at its end', `${long}${linked}${section}`],
    ['with a link definition at its start', `${linked}${long}`],
    ['with a link definition after 45,000 characters', `${half}${linked}${long}`],
  ])('is parsed the same streamed and at once, %s', (_, text) => {
    const growing = new IncrementalMarkdown();
    for (let end = 997; end < text.length; end += 997) growing.update(text.slice(0, end));
    const streamed = tokensOf(growing, text);
    expect(tokensOf(new IncrementalMarkdown(), text)).toEqual(streamed);
    expect(streamed.map(({ type }) => type)).not.toContain('plain');
    expect(streamed.filter(({ type }) => type === 'heading').length).toBeGreaterThan(500);
  });

  it('has the links of a definition at its start in its first 50,000 characters', () => {
    const html = render(`${linked}${half}See [a].\n\n${long}See [a].`);
    expect(html.match(/href="https:\/\/example.com\/?"[^>]*>a</g)).toHaveLength(2);
  });
});

/** Work that took about 10 ms where it was measured, and so 40 ms on a machine a quarter as fast. */
const MAX_CHARACTERS = 30_000_000;

const RULES = ['escape', 'tag', 'link', 'reflink', 'codespan', 'br', 'autolink', 'url', 'inlineText'];

/**
 * Counts the characters passed to marked's inline rules in all calls. The parsing time is proportional to the count on
 * every machine. The returned function returns the count since its last call.
 */
function givenCountedWork(): () => number {
  let characters = 0;
  for (const rule of RULES) {
    const original: unknown = Reflect.get(Tokenizer.prototype, rule);
    if (typeof original !== 'function') throw new Error(`marked has no rule ${rule}`);
    Reflect.set(Tokenizer.prototype, rule, function (this: unknown, ...args: unknown[]) {
      characters += String(args[0]).length;
      return Reflect.apply(original, this, args);
    });
    onTestFinished(() => void Reflect.set(Tokenizer.prototype, rule, original));
  }
  return () => {
    const counted = characters;
    characters = 0;
    return counted;
  };
}

describe('inline parsing is bounded', () => {
  const escaped = (text: string) => text.replaceAll('<', '&lt;');
  const of = (piece: string, length: number) => piece.repeat(length / piece.length);
  const PATHOLOGICAL = [
    '!',
    'a_',
    '__a',
    'a_b',
    'a*',
    '~a',
    '<',
    '![',
    'a@',
    'http://a ',
    '*a **b ',
    'word ',
    '$',
    '$a ',
    '$$a',
    '\\(',
    '\\[a ',
  ];

  it.each(PATHOLOGICAL)('in a paragraph of 40,000 characters of %j, which is shown in full', (piece) => {
    const workDone = givenCountedWork();
    const text = of(piece, 40_000);
    new IncrementalMarkdown().update(text);
    expect(workDone()).toBeLessThan(MAX_CHARACTERS);
    // The first few marks become tags. The rest is shown as written.
    const shown = render(text).replaceAll(/<[^>]*>/g, '');
    expect(shown.length).toBeGreaterThan(text.length / 2);
    expect(shown).toContain(escaped(piece.repeat(100)).trim());
  });

  it.each(PATHOLOGICAL)('while 20,000 characters of %j stream in 40 steps: at each, and in all', (piece) => {
    const workDone = givenCountedWork();
    const text = of(piece, 20_000);
    const parser = new IncrementalMarkdown();
    let total = 0;
    for (let end = 500; end <= 20_000; end += 500) {
      parser.update(text.slice(0, end));
      const work = workDone();
      expect(work).toBeLessThan(MAX_CHARACTERS);
      total += work;
    }
    expect(total).toBeLessThan(20 * MAX_CHARACTERS);
  });
});
