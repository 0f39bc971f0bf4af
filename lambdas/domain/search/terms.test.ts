import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold-text.ts';
import { matchesIn } from './match-text.ts';
import { readQuery } from './parse-query-and-choose-lookups.ts';
import { TERMS_MAX, termsOf } from './terms.ts';

const terms = (text: string) => [...termsOf(text)];
const folded = (text: string) => fold(text).points.join('');

describe('fold', () => {
  it.each([
    ['Ärger', 'arger'],
    ['ÇA VA', 'ca va'],
    ['Straße', 'strasse'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Łódź', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Đặng', 'dang'],
    ['cœur', 'coeur'],
    ['Þór', 'thor'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['מָטוֹס', 'מטוס'],
    ['مُحَمَّـــد', 'محمد'],
    ['ﬁn ＡＢＣ ²', 'fin abc 2'],
    ['コンピューター', 'コンヒューター'],
    ['हिन्दी', 'हिन्दी'],
    ['می‌خواهم co\u00adop', 'میخواهم coop'],
  ])('%s is %s', (text, expected) => expect(folded(text)).toBe(expected));

  it('changes nothing when it folds again, for every code point of the first two planes', () => {
    const changed: string[] = [];
    for (let point = 0; point <= 0x1ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const once = folded(String.fromCodePoint(point));
      if (folded(once) !== once) changed.push(point.toString(16));
    }
    expect(changed).toEqual([]);
  }, 60_000);

  it('knows where each code point came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { points, starts, ends } = fold(text);
        const isPlaced = (_: string, i: number) => {
          const [start = -1, end = -1] = [starts[i], ends[i]];
          return start >= (starts[i - 1] ?? 0) && end > start && end <= text.length;
        };
        expect(points.every(isPlaced)).toBe(true);
      }),
    );
  }, 60_000);
});

describe('termsOf', () => {
  it.each([
    ['Bake a cake, bake!', ['bake', 'a', 'cake']],
    ["don't e-mail node.js v2.0", ['don', 't', 'e', 'mail', 'node', 'js', 'v2', '0']],
    ['東京へ', ['東京', '京へ', 'へ']],
    ['iPhone手机 15', ['iphone', '手机', '机', '15']],
    ['สวัสดี', ['สว', 'วั', 'ัส', 'สด', 'ดี', 'ี']],
    ['Done 🎉👍🏽', ['done', '🎉', '👍']],
    ['किताब', ['किताब']],
    ['', []],
    ['?! …', []],
  ])('splits %j into %j', (text, expected) => expect(terms(text)).toEqual(expected));

  it('gives terms that are bounded in length and number', () => {
    expect(terms('x'.repeat(100))).toEqual(['x'.repeat(32)]);
    const many = Array.from({ length: TERMS_MAX + 500 }, (_, i) => `w${i}`).join(' ');
    expect(terms(many)).toHaveLength(TERMS_MAX);
  });
});

describe('matchesIn', () => {
  const matches = (query: string, text: string) => matchesIn(readQuery(query), text);
  const marked = (query: string, text: string) =>
    matches(query, text)?.map(([from, to]) => text.slice(from, to));

  it.each([
    ['cafe', 'Un café, deux cafés', ['café', 'café']],
    ['CAFÉ', 'cafe\u0301s', ['cafe\u0301']],
    ['encyc', 'Encyclopædia', ['Encyc']],
    ['encyclopa', 'Encyclopædia', ['Encyclopæ']],
    ['strasse', 'Große Straße 1', ['Straße']],
    ['京', '東京と京都', ['京', '京']],
    ['京都', '東京と京都', ['京都']],
    ['go', 'go good Go', ['go', 'Go']],
    ['goo', 'go good Go', ['goo']],
    ['two one', 'one two', ['one', 'two']],
    ['bak bake', 'bake', ['bake']],
    ['😀', 'a 😀 b', ['😀']],
  ])('marks %s in %s: %j', (query, text, expected) => expect(marked(query, text)).toEqual(expected));

  it.each([
    ['rain', 'train'],
    ['one three', 'one two'],
    ['京都', '京と都'],
    ['go', 'good'],
    ['', 'anything'],
    ['!!', '!!'],
  ])('%s is not in %s', (query, text) => expect(matches(query, text)).toBeUndefined());
});
