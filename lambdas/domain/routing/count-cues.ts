/**
 * Counts the cues in a text: words, phrases, beginnings of words, and parts of a text (also inside words) that hint at
 * a need or at small talk. Words are looked up in maps, and each part is searched for as a string. No cue is a regular
 * expression, which could backtrack.
 */
import { CUES, TARGETS, type Target } from './cues/all-cues.ts';
import { wordsOf } from './text-signs.ts';

interface Hit {
  readonly cue: string;
  readonly target: Target;
}

/** Cue whose last or only word stands for all words that begin with it (`stem`). */
interface Stem extends Hit {
  readonly stem: string;
}

interface CueIndex {
  /** Cues of whole words, keyed by the words joined with one space. */
  readonly phrases: ReadonlyMap<string, readonly Hit[]>;
  /** Cues of one word that is a beginning, keyed by its first characters (`keyOf`). */
  readonly stems: ReadonlyMap<string, readonly Stem[]>;
  /** Cues of several words of which the last is a beginning, keyed by the words before it, joined with one space. */
  readonly phraseStems: ReadonlyMap<string, readonly Stem[]>;
  /** Cues with a character of `PARTS_SCRIPT`. They match any part of a text, also inside a word. */
  readonly parts: readonly Hit[];
  /** Number of words of the longest cue in `phrases` and `phraseStems`. */
  readonly longestPhrase: number;
}

/** Scripts whose cues are `parts`: Han, kana, Hangul, Arabic and Devanagari. */
const PARTS_SCRIPT = /[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Returns the first two characters, by which `stems` is keyed. Every stem in `stems` has at least two characters. */
const keyOf = (word: string): string => word.slice(0, 2);

let built: CueIndex | undefined;

function build(): CueIndex {
  const phrases = new Map<string, Hit[]>();
  const stems = new Map<string, Stem[]>();
  const phraseStems = new Map<string, Stem[]>();
  const parts: Hit[] = [];
  const add = <T>(map: Map<string, T[]>, key: string, hit: T) => map.set(key, [...(map.get(key) ?? []), hit]);
  const addStem = (hit: Hit) => {
    const words = wordsOf(hit.cue);
    const stem = words.at(-1) ?? '';
    const before = words.slice(0, -1).join(' ');
    if (before === '') add(stems, keyOf(stem), { ...hit, stem });
    else add(phraseStems, before, { ...hit, stem });
  };
  for (const target of TARGETS)
    for (const cue of new Set(CUES[target].trim().split(/[|\n]/))) {
      const hit: Hit = { cue, target };
      if (PARTS_SCRIPT.test(cue)) parts.push(hit);
      else if (cue.endsWith('*')) addStem(hit);
      else add(phrases, wordsOf(cue).join(' '), hit);
    }
  const wordsIn = (phrase: string) => phrase.split(' ').length;
  return {
    ...{ phrases, stems, phraseStems, parts },
    longestPhrase: Math.max(
      ...[...phrases.keys()].map(wordsIn),
      ...[...phraseStems.keys()].map((before) => wordsIn(before) + 1),
    ),
  };
}

/** Counts for each target the different cues in a text, which must be in lower case. A repeated cue counts once. */
export function countCues(text: string): Map<Target, number> {
  built ??= build();
  const { phrases, stems, phraseStems, parts, longestPhrase } = built;
  const counts = new Map<Target, number>();
  const seen = new Set<Hit>();
  const count = (hits: readonly Hit[] | undefined) => {
    for (const hit of hits ?? []) {
      if (seen.has(hit)) continue;
      seen.add(hit);
      counts.set(hit.target, (counts.get(hit.target) ?? 0) + 1);
    }
  };
  const words = wordsOf(text);
  for (const [at, word] of words.entries()) {
    let phrase = word;
    count(phrases.get(phrase));
    for (let next = at + 1; next < Math.min(words.length, at + longestPhrase); next++) {
      for (const hit of phraseStems.get(phrase) ?? []) if (words[next]?.startsWith(hit.stem)) count([hit]);
      phrase += ` ${words[next]}`;
      count(phrases.get(phrase));
    }
    for (const hit of stems.get(keyOf(word)) ?? []) if (word.startsWith(hit.stem)) count([hit]);
  }
  if (PARTS_SCRIPT.test(text)) for (const hit of parts) if (text.includes(hit.cue)) count([hit]);
  return counts;
}
