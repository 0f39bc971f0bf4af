/** Cursors that no answer ever gave, on every route that takes one: the caller is refused, the server does not fail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpCall, http } from '#contract/http-calls';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { askAs, givenAdmin, givenEntry } from '../support/operators.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
  await givenEntry(stack);
});
afterAll(() => stack.close());

const PLACES = ['cursor', 'before', 'after'] as const;

/** Query fields of the contract that say where a page begins. The test of a new list needs no change here. */
const FIELDS = (Object.keys(http) as HttpCall[]).flatMap((call) => {
  const { [call]: contract } = http;
  const query: { readonly shape: object } | undefined = 'query' in contract ? contract.query : undefined;
  const fields = PLACES.filter((field) => query && field in query.shape);
  // A search has cursors of its own.
  const searches = query && 'search' in query.shape ? [undefined, 'a'] : [undefined];
  return fields.flatMap((field) => searches.map((search) => ({ call, field, search })));
});

/** Has the format of a waitlist cursor, and more bytes than a key may have. */
const TOO_LONG = `2026-01-01#${'\uffff'.repeat(350)}@b.example`;
/** Below, between and above the keys of every table, longer than a key may be, and close to a real cursor. */
const ODD = [
  ...['\uffff', '\u007f', '\u{1F600}', 'é@example.com', '\u0000', '~', ' ', '0', '-1', '1e400', 'null'],
  ...['019a0000-0000-7000-8000-00000000000', '019A0000-0000-7000-8000-000000000000', 'CHAT#', '%00'],
  ...['2026-13', '9999-12', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z#', '2026-01-01#\uffff'],
  ...['waiting:', 'waiting:\uffff', 'approved:2026-01-01#a', ':', TOO_LONG, `waiting:${TOO_LONG}`],
  ...[
    'e30',
    'bnVsbA',
    Buffer.from('{"chat":"\uffff"}').toString('base64url'),
    'x'.repeat(399),
    'x'.repeat(1_999),
  ],
  ...Object.values(HOSTILE_TEXTS),
];

const params = { chatId: '019a0000-0000-7000-8000-000000000000' };

it('the list calls of the contract are found', () => {
  expect(FIELDS.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['getChats', 'getChatHistory', 'exportAccount', 'listWaitlist', 'listUsers']),
  );
});

describe.each(FIELDS)('$call with an odd $field, searching for $search', ({ call, field, search }) => {
  it('is refused or answered, and is no failure of the server', async () => {
    const before = stack.functionLogs().length;
    for (const odd of ODD) {
      const query = { userEmail: admin.email, [field]: odd, ...(search !== undefined && { search }) };
      const { status, text } = await askAs(stack, admin, call, { params, query });
      expect([odd, text, status]).toEqual([odd, text, expect.toBeOneOf([200, 400, 404])]);
    }
    const lines = stack.functionLogs().slice(before);
    expect(lines.filter((line) => line.includes('"level":"ERROR"'))).toEqual([]);
  });
});
