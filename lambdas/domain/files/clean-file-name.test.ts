import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { cleanFileName } from './clean-file-name.ts';
import { contentDisposition } from './content-disposition.ts';

describe('a clean name', () => {
  it.each([
    ['Report 2026.pdf', 'Report 2026.pdf'],
    ['Übersicht – 日本 😀.docx', 'Übersicht – 日本 😀.docx'],
    ['.gitignore', '.gitignore'],
    ['می‌خواهم.txt', 'می‌خواهم.txt'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['folder/', 'folder'],
    ['..', 'file'],
    ['...', 'file'],
    ['.. . x', 'x'],
    ['', 'file'],
    [' \t\n', 'file'],
    ['\u0000\u0007\u202e', 'file'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
    ['a\u2028b\ufeff\u200bc.txt', 'abc.txt'],
    ['a\ud800.txt', 'a_.txt'],
    ['a<b>:"|?*.txt', 'a_b______.txt'],
    ['two   spaces\u00a0.txt', 'two spaces .txt'],
    ['name. . ', 'name'],
    ['CON', '_CON'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['Console.txt', 'Console.txt'],
    ['con .txt', '_con .txt'],
    ['con\u00a0 .tar.gz', '_con .tar.gz'],
    ['con a.txt', 'con a.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['e\u200b\u0301.txt', 'é.txt'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 a\u{e0061}.txt', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 a.txt'],
  ])('of %j is %j', (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  it('of a long name keeps its ending, and splits no character', () => {
    const cleaned = cleanFileName(`${'👨‍👩‍👧‍👦'.repeat(50)}.docx`);
    expect(cleaned).toMatch(/^(?:👨‍👩‍👧‍👦)+\.docx$/u);
    expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(200);
    expect(cleanFileName(`a.${'b'.repeat(1_000)}`)).toHaveLength(200);
  });

  it.each([...Object.entries(HOSTILE_TEXTS), ['a megabyte of dots', `a${'. '.repeat(500_000)}b`]])(
    'of a hostile text, %s, is short and visible, and stays the same when cleaned again',
    (_, text) => expectClean(text),
  );

  it('of a device, with a long ending, stays the same when cleaned again', () =>
    expectClean(`con.${'a'.repeat(300)}`));

  it('of a letter with 110 accents is no device when it is shortened', () => {
    expect(cleanFileName(`cona${'\u0300'.repeat(110)}.txt`)).toBe('_con.txt');
    expectClean(`cona${'\u0300'.repeat(110)}.txt`);
  });

  it('of any text is short and visible, and stays the same when cleaned again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => expectClean(text)));
  });
});

function expectClean(text: string): void {
  const cleaned = cleanFileName(text);
  expect(cleaned).toMatch(/^(?!\.\.)[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069<>:"|?*]+(?<![. ])$/u);
  expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(200);
  expect(cleanFileName(cleaned)).toBe(cleaned);
}

describe('a Content-Disposition', () => {
  it.each([
    ['a b.pdf', `attachment; filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`],
    [
      'Zürich (日本)*.txt',
      `attachment; filename="Z_rich (__)*.txt"; filename*=UTF-8''Z%C3%BCrich%20%28%E6%97%A5%E6%9C%AC%29%2A.txt`,
    ],
    [`"a"\\'%41.txt`, `attachment; filename="_a__'_41.txt"; filename*=UTF-8''%22a%22%5C%27%2541.txt`],
    ['a\r\nX: 1', `attachment; filename="a__X: 1"; filename*=UTF-8''a%0D%0AX%3A%201`],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ])('of %j is one valid line', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('of any text is a valid header that gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const value = contentDisposition('inline', name);
        expect(value).toMatch(
          /^inline; filename="[^"\\%]*"; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})*$/,
        );
        expect(new Headers({ 'content-disposition': value }).get('content-disposition')).toBe(value);
        expect(decodeURIComponent(value.slice(value.indexOf("''") + 2))).toBe(name.toWellFormed());
      }),
    );
  });
});
