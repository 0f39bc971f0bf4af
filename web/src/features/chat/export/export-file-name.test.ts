import { expect, test } from 'vitest';
import { exportFileName } from './export-file-name.ts';

const DAY = new Date(2026, 10, 1);

test.each([
  ['Plans for Lisbon', 'Plans for Lisbon'],
  ['../../etc/passwd', 'etc passwd'],
  ['a\\b:c*d?e"f<g>h|i', 'a b c d e f g h i'],
  ['  spaced \n out  ', 'spaced out'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['Чат 🎉', 'Чат 🎉'],
  ['...', 'Chat'],
  ['', 'Chat'],
])('the export of the chat %j is named %j and the day', (title, name) => {
  expect(exportFileName(title, DAY, 'pdf')).toBe(`${name} 2026-11-01.pdf`);
});

test('a long title is cut between characters', () => {
  expect(exportFileName('🎉'.repeat(200), DAY, 'md')).toBe(`${'🎉'.repeat(80)} 2026-11-01.md`);
});
