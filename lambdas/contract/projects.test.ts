import { expect, it, vi } from 'vitest';
import { PROJECT } from './limits.ts';
import { createProject, isEmoji } from './projects.ts';

it('refuses a name that is far too long without counting its graphemes', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const isAccepted = (name: string) =>
    createProject.body.safeParse({ projectId: crypto.randomUUID(), name }).success;
  expect([isAccepted('a'.repeat(PROJECT.nameMaxGraphemes)), segment.mock.calls.length]).toEqual([true, 1]);
  expect([isAccepted('a'.repeat(40_000)), segment.mock.calls.length]).toEqual([false, 1]);
  segment.mockRestore();
});

it.each([
  ['a plain one', '🏠'],
  ['one with a text form, with and without the selector', '❤️', '❤'],
  ['a keycap, with and without the selector', '1️⃣', '#️⃣', '*️⃣', '7\u20e3'],
  ['a flag of two regional indicators', '🇩🇪', '🇯🇵'],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['one with a skin tone', '👍🏽', '☝🏿'],
  ['a sequence of joined ones', '👩‍👩‍👧‍👦', '👩🏽‍🤝‍👨🏿', '🏃🏽‍♀️‍➡️', '🏳️‍🌈', '👩‍🦰', '🐦‍⬛'],
])('%s is an emoji', (_, ...texts) => {
  expect(texts.filter((text) => !isEmoji(text))).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['a letter, digit or sign', 'a', '1', '#'],
  ['a letter with a keycap', 'a\u20e3', 'é\u20e3', '\u20e3'],
  ['a regional indicator alone, or three of them', '🇩', '🇩🇪🇫', '🇩\u0301'],
  ['an emoji with other marks', '🏠\u0301', '🏠\u20e3', '1️⃣\u0301'],
  ['a skin tone or selector alone', '🏽', '\ufe0f'],
  ['a joined sequence that lacks a part', '👩\u200d', '👩\u200da', '\u200d👩'],
  ['a flag of unknown tags, or without their end', '🏴󠁵󠁳󠁴󠁸󠁿', '🏴󠁧󠁢󠁥󠁮󠁧'],
  ['two emoji', '🏠🏡'],
])('%s is no emoji', (_, ...texts) => {
  expect(texts.filter((text) => isEmoji(text))).toEqual([]);
});
