import { expect, test } from 'vitest';
import { inVisualOrder, isRightToLeft, levelsOf } from './bidi.ts';
import { extractableOrder, extractedText } from './order-text-for-pdf-readers.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text as it lies on the line, from left to right. */
function visual(text: string): string {
  const levels = levelsOf(text);
  const units = Array.from(text.split(''), (character, i) => ({ character, level: levels[i] ?? 0 }));
  return inVisualOrder(units)
    .map(({ character }) => character)
    .join('');
}

test.each([
  ['hello world', 'hello world'],
  ['שלום', 'םולש'],
  ['abc שלום def', 'abc םולש def'],
  ['שלום abc עולם', 'םלוע abc םולש'],
  ['שלום 123', '123 םולש'],
  ['مرحبا 12,5', '12,5 ابحرم'],
  ['שלום (abc) 1', '1 )abc( םולש'],
  ['abc (שלום) 1', 'abc (םולש) 1'],
])('%s is put into visual order', (text, expected) => {
  expect(visual(text)).toBe(expected);
});

/** Each text with its characters from left to right, as read from their boxes in Chromium with `dir="auto"`. */
test.each([
  ['القيمة (3.14) تساوي π تقريبًا', 'ابًيرقت π يواست )3.14( ةميقلا'],
  ['المجموع: 1,250.50 $ (خصم 15%)', ')%15 مصخ( $ 1,250.50 :عومجملا'],
  ['اتصل بالرقم +49 30 1234567 من 9:00 إلى 17:30', '17:30 ىلإ 9:00 نم 1234567 30 49+ مقرلاب لصتا'],
  ['העלות היא ₪1,299.90 (כולל מע״מ)', ')מ״עמ ללוכ( ₪1,299.90 איה תולעה'],
  ['הגרסה 2.4.1-beta יצאה ב-12/03/2024!', '!12/03/2024-ב האצי beta-2.4.1 הסרגה'],
  ['פתחו את config.json (שורה 42) ושמרו', 'ורמשו )42 הרוש( config.json תא וחתפ'],
  ['I said «مرحبا بالعالم» and left', 'I said «ملاعلاب ابحرم» and left'],
  ['The word שלום (peace) and سلام [peace] are kin', 'The word םולש (peace) and مالس [peace] are kin'],
  ['abc שלום 🎉 עולם def', 'abc םלוע 🎉 םולש def'],
  ['🎉 שלום', 'םולש 🎉'],
  ['🫠 שלום abc', 'abc םולש 🫠'],
  ['שלום 👨‍👩‍👧‍👦 ו-❤️ לכולם', 'םלוכל ❤️-ו 👨‍👩‍👧‍👦 םולש'],
  ['سنة ٢٠٢٤ و2024 (٥٠٪ / 50%)', ')%50 / ٪٥٠( 2024و ٢٠٢٤ ةنس'],
  ['תאריך: 2024-03-12 [ISO 8601]', ']ISO 8601[ 2024-03-12 :ךיראת'],
  ['ابحث في https://example.com/a?b=1&c=2 ثم عد', 'دع مث https://example.com/a?b=1&c=2 يف ثحبا'],
  ['a(ב)c (ד(e)ו) f', 'a(ב)c (ד(e)ו) f'],
  ['1. שלום 2. עולם', 'םלוע .2 םולש .1'],
  ['C++ ו-C# הן שפות', 'C++ ו-C# תופש ןה'],
  ['(עברית) – English – (عربي)', ')يبرع( – English – )תירבע('],
  ['مرحبا, hello; שלום: bye.', '.bye :םולש ;hello ,ابحرم'],
  ['שָׁלוֹם 123 abc', 'abc 123 םוֹלשָׁ'],
  ['x = -5 כאשר y = +3', 'x = -5 רשאכ y = +3'],
  ['@דוד #תגית user@example.com', 'user@example.com תיגת# דוד@'],
  ['A \u2067שלום 12\u2069 B', 'A 12 םולש B'],
  ['10 ק״מ ≈ 6.2 mi', 'mi 6.2 ≈ מ״ק 10'],
])('%s lies as Chromium lays it out', (text, expected) => {
  const levels = levelsOf(text);
  const characters = Array.from(graphemes.segment(text), ({ segment, index }) => ({
    segment,
    level: levels[index] ?? 0,
  }));
  const shown = inVisualOrder(characters).map(({ segment }) => segment);
  expect(shown.join('').replace(/[\u2066-\u2069]/g, '')).toBe(expected);
});

test.each([
  ['123 שלום abc', true],
  ['123 abc שלום', false],
  ['123', false],
  ['🎉 שלום', true],
  ['🫠 abc שלום', false],
])('the first letter of %s decides on its direction, not an emoji or a number', (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected);
});

test('each line is a paragraph with a direction of its own', () => {
  expect([...levelsOf('ab\nשל 1')]).toEqual([0, 0, 0, 1, 1, 1, 2]);
});

test('a PDF reader gets the text in reading order', () => {
  expect(extractedText('םולש abc')).toBe('abc שלום');
  expect(extractedText('abc')).toBe('abc');
  expect(extractableOrder('שלום (abc) 1')?.map(({ text }) => text)).toEqual(['abc) 1', 'שלום (']);
});
