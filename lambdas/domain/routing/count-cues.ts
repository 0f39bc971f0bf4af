/**
 * Counts the cues in a text: words, phrases, beginnings of words and parts that hint at a need. Words are looked up in
 * maps, and each part is searched for, so no regular expression can backtrack.
 */
import { CUES, TARGETS, type Target } from './cues/all-cues.ts';
import { tokens } from './text-features.ts';

interface Hit {
  readonly cue: string;
  readonly target: Target;
}

interface CueIndex {
  /** Cues of whole words, keyed by the words joined with one space. */
  readonly phrases: ReadonlyMap<string, readonly Hit[]>;
  /** Cues that are the beginning of a word, keyed by that beginning. */
  readonly stems: ReadonlyMap<string, readonly Hit[]>;
  /** Cues with a character of `PARTS_SCRIPT`. They match any part of a text, also inside a word. */
  readonly parts: readonly Hit[];
}

const LONGEST_PHRASE = 4;
const SHORTEST_STEM = 3;
const LONGEST_STEM = 12;
/** Scripts whose cues are `parts`: Han, kana, Hangul, Arabic and Devanagari. */
const PARTS_SCRIPT = /[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

let built: CueIndex | undefined;

function build(): CueIndex {
  const phrases = new Map<string, Hit[]>();
  const stems = new Map<string, Hit[]>();
  const parts: Hit[] = [];
  const add = (map: Map<string, Hit[]>, key: string, hit: Hit) =>
    map.set(key, [...(map.get(key) ?? []).filter(({ target }) => target !== hit.target), hit]);
  for (const target of TARGETS)
    for (const cue of CUES[target].trim().split(/[|\n]/)) {
      const hit: Hit = { cue, target };
      if (PARTS_SCRIPT.test(cue)) parts.push(hit);
      else if (cue.endsWith('*')) add(stems, cue.slice(0, -1), hit);
      else add(phrases, tokens(cue).join(' '), hit);
    }
  return { phrases, stems, parts };
}

/** Counts for each target the different cues in a text of lower case. A repeated cue counts once. */
export function countCues(text: string): Map<Target, number> {
  built ??= build();
  const { phrases, stems, parts } = built;
  const counts = new Map<Target, number>();
  const seen = new Set<Hit>();
  const count = (hits: readonly Hit[] | undefined) => {
    for (const hit of hits ?? []) {
      if (seen.has(hit)) continue;
      seen.add(hit);
      counts.set(hit.target, (counts.get(hit.target) ?? 0) + 1);
    }
  };
  const words = tokens(text);
  for (const [at, word] of words.entries()) {
    let phrase = word;
    count(phrases.get(phrase));
    for (let next = at + 1; next < Math.min(words.length, at + LONGEST_PHRASE); next++) {
      phrase += ` ${words[next]}`;
      count(phrases.get(phrase));
    }
    for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_STEM); length++)
      count(stems.get(word.slice(0, length)));
  }
  if (PARTS_SCRIPT.test(text)) for (const hit of parts) if (text.includes(hit.cue)) count([hit]);
  return counts;
}
