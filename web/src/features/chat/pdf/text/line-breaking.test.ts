import { expect, test } from 'vitest';
import { extentOf, linesOf } from './line-breaking.ts';
import { paragraphOf, type TextMeasure } from './split-paragraph-into-words.ts';
import { INK, type TextStyle } from './text-style-and-colors.ts';

const STYLE: TextStyle = { size: 1, color: INK };
/** Each character is 1 wide. The font has all characters but Chinese ones. */
const measure: TextMeasure = {
  has: (character) => !/\p{Script=Han}/u.test(character),
  widthOf: (text) => [...text].length,
  pictureWidthOf: (text) => [...text].length,
};

const textsOf = (text: string, width: number) =>
  linesOf(paragraphOf([{ text, style: STYLE }], measure), width, measure).map(({ pieces }) =>
    pieces.map((piece) => piece.text).join(''),
  );

test.each<[string, number, string[]]>([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 100, ['one two three']],
  ['well-known words', 6, ['well-', 'known', 'words']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['to abcdefghij', 5, ['to', 'abcde', 'fghij']],
  ['中文测试，你好。', 5, ['中文测试，', '你好。']],
  ['中文测试，你', 4, ['中文测', '试，你']],
  ['ภาษา“สวัสดี”ภาษา', 8, ['ภาษา', '“สวัสดี”', 'ภาษา']],
  ['ab (สวัสดีครับ)', 7, ['ab', '(สวัสดี', 'ครับ)']],
  ['ab "สวัสดีครับ"', 7, ['ab', '"สวัสดี', 'ครับ"']],
  ['ไทย/สวัสดีครับ', 6, ['ไทย/', 'สวัสดี', 'ครับ']],
  ['中文"测试"', 3, ['中', '文"测', '试"']],
  ['a\nb\n\nc', 9, ['a', 'b', '', 'c']],
  ['  kept  in', 20, ['  kept  in']],
  ['', 9, ['']],
  ['👨‍👩‍👧👨‍👩‍👧', 6, ['👨‍👩‍👧', '👨‍👩‍👧']],
])('%s breaks into lines of width %i', (text, width, lines) => {
  expect(textsOf(text, width)).toEqual(lines);
});

test('styles do not break a word', () => {
  const bold = { ...STYLE, bold: true };
  const runs = [
    { text: 'ab', style: STYLE },
    { text: 'cd', style: bold },
    { text: ' ef', style: STYLE },
  ];
  const lines = linesOf(paragraphOf(runs, measure), 4, measure);
  expect(lines.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([['ab', 'cd'], ['ef']]);
});

test('a long word is broken where a line is full, whatever the styles of its pieces', () => {
  const bold = { ...STYLE, bold: true };
  const textsOfWord = (...texts: string[]) => {
    const runs = texts.map((text, i) => ({ text, style: i % 2 === 0 ? bold : STYLE }));
    const lines = linesOf(paragraphOf(runs, measure), 4, measure);
    return lines.map(({ pieces }) => pieces.map(({ text }) => text));
  };
  expect(textsOfWord('abcd', 'efghij')).toEqual([['abcd'], ['efgh'], ['ij']]);
  expect(textsOfWord('abc', 'defghij')).toEqual([['abc', 'd'], ['efgh'], ['ij']]);
  expect(textsOfWord('abcdef', 'gh', 'ijk')).toEqual([['abcd'], ['ef', 'gh'], ['ijk']]);
});

test('text that the fonts cannot show is drawn as pictures', () => {
  const kinds = (text: string) =>
    paragraphOf([{ text, style: STYLE }], measure)
      .words.flatMap(({ pieces }) => pieces)
      .map(({ kind, text: part }) => `${kind}:${part}`);
  expect(kinds('abc Щω→')).toEqual(['text:abc', 'text:Щω→']);
  expect(kinds('中文')).toEqual(['picture:中', 'picture:文']);
  expect(kinds('e\u0301a')).toEqual(['picture:e\u0301', 'text:a']);
  expect(kinds('नमस्ते')).toEqual(['picture:नमस्ते']);
  expect(kinds('❤️')).toEqual(['picture:❤️']);
  expect(kinds('שלום!')).toEqual(['picture:שלום!']);
});

test('the extent of a paragraph is its widest word and its whole width', () => {
  expect(extentOf(paragraphOf([{ text: 'one three\nto', style: STYLE }], measure))).toEqual({
    narrowest: 5,
    natural: 9,
  });
});
