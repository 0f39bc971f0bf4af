import { expect, test } from 'vitest';
import { chatFileNames } from './chat-file-names.ts';

const chats = (...names: string[]) =>
  names.map((name) => ({ name, createdAt: new Date(2026, 10, 21).toISOString() }));
const named = (...names: string[]) => chatFileNames(chats(...names), 'Chat');

test.each([
  ['Lisbon', 'Lisbon'],
  ['../../etc/passwd', 'etc passwd'],
  ['CON: "x" <y>|*?', 'CON x y'],
  ['שיחה', 'שיחה'],
  ['漢字 🎉', '漢字 🎉'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['...', 'Chat'],
  ['', 'Chat'],
])('the file of the chat %j is named after the day and %j', (name, expected) => {
  expect(named(name)).toEqual([`2026-11-21 ${expected}.md`]);
});

test('names are unique, also on file systems that ignore case and Unicode form', () => {
  expect(named('Plan', 'plan', 'Ｐｌａｎ', 'Plan (2)', 'Plan')).toEqual([
    '2026-11-21 Plan.md',
    '2026-11-21 plan (2).md',
    '2026-11-21 Ｐｌａｎ (3).md',
    '2026-11-21 Plan (2) (2).md',
    '2026-11-21 Plan (4).md',
  ]);
});

test('a long name is cut between visible characters, to a length that file systems accept', () => {
  for (const name of ['a'.repeat(500), '漢'.repeat(500), '👩‍👩‍👧‍👦'.repeat(100)]) {
    const [file = ''] = named(name);
    expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(220);
    expect(file).not.toMatch(/\u200d\.md$|\ufffd/);
  }
});
