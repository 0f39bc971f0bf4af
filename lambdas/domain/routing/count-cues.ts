/** Counts the cues in a text. Cues are looked up as words and strings, because a regular expression could backtrack. */
import { CUES, TARGETS, type Target } from './cues/all-cues.ts';
import { wordsOf } from './sample-words-and-signs.ts';

interface Hit {
  readonly cue: string;
  readonly target: Target;
}

/** Cue whose last word matches every word that begins with `stem`. */
interface Stem extends Hit {
  readonly stem: string;
}

interface CueIndex {
  /** Cues of whole words, keyed by the words joined with one space. */
  readonly phrases: ReadonlyMap<string, readonly Hit[]>;
  /** Cues of a single stem, keyed by `keyOf`. */
  readonly stems: ReadonlyMap<string, readonly Stem[]>;
  /** Cues that are a phrase with a stem at its end, keyed by the words before the stem. */
  readonly phraseStems: ReadonlyMap<string, readonly Stem[]>;
  /** Cues with a character of `PARTS_SCRIPT`. They also match inside a word. */
  readonly parts: readonly Hit[];
  readonly longestPhrase: number;
}

/** Han, kana, Hangul, Arabic and Devanagari. */
const PARTS_SCRIPT = /[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Returns the key of a word in `stems`. Every stem there has at least two characters. */
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

/** Counts the different cues of each target in a lower-case text. */
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
