/**
 * The order of text that is written from right to left: the Unicode Bidirectional Algorithm (UAX #9) without
 * explicit embeddings, which people do not write.
 */

/** Letters, digits, what goes with digits, marks, spaces, and the rest. */
export type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'CS' | 'ET' | 'NSM' | 'N';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const CLASSES: readonly (readonly [RegExp, BidiClass])[] = [
  [/[0-9\u06f0-\u06f9]/, 'EN'],
  [/[\u0660-\u0669\u066b\u066c]/, 'AN'],
  [/[+\-\u2212]/, 'ES'],
  [/[,./:\u060c\u00a0]/, 'CS'],
  [/[#%\u00b0\u066a\p{Sc}]/u, 'ET'],
  [/\p{M}/u, 'NSM'],
  [/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u, 'AL'],
  [RIGHT_TO_LEFT, 'R'],
  [/[\p{L}\p{Nl}\p{No}\p{Nd}\p{So}]/u, 'L'],
];

export const classOf = (character: string): BidiClass =>
  CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? 'N';

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The direction that the first letter with one gives to a paragraph, as `dir="auto"` does. */
export function isRightToLeft(text: string): boolean {
  for (const character of text) {
    const found = classOf(character);
    if (found === 'L') return false;
    if (found === 'R' || found === 'AL') return true;
  }
  return false;
}

/** The embedding level of every UTF-16 unit of a paragraph: odd ones run from right to left. */
export function levelsOf(text: string): Uint8Array {
  const base = isRightToLeft(text) ? 1 : 0;
  const characters = [...text];
  const classes = characters.map(classOf);
  resolveWeak(classes, base);
  resolveBrackets(characters, classes, base);
  resolveNeutral(classes, base);
  const levels = new Uint8Array(text.length);
  let at = 0;
  characters.forEach((character, i) => {
    levels.fill(levelOf(classes[i] ?? 'N', base), at, at + character.length);
    at += character.length;
  });
  return levels;
}

export function levelOf(found: BidiClass, base: number): number {
  if (base === 0) return found === 'R' ? 1 : found === 'L' ? 0 : 2;
  return found === 'R' ? 1 : 2;
}

/** Rules W1 to W7: marks take after their base, numbers after what stands before them. */
export function resolveWeak(classes: BidiClass[], base: number): void {
  const start = (base === 1 ? 'R' : 'L') as BidiClass;
  let previous = start;
  let strong = start;
  classes.forEach((found, i) => {
    let now = found === 'NSM' ? previous : found;
    if (now === 'EN' && strong === 'AL') now = 'AN';
    if (now === 'L' || now === 'R' || now === 'AL') strong = now;
    classes[i] = now;
    previous = now;
  });
  classes.forEach((found, i) => {
    const [before, after] = [classes[i - 1], classes[i + 1]];
    const isBetween = before === after && (before === 'EN' || (before === 'AN' && found === 'CS'));
    if ((found === 'ES' || found === 'CS') && isBetween && before) classes[i] = before;
  });
  joinTerminators(classes);
  strong = start;
  classes.forEach((found, i) => {
    if (found === 'AL') classes[i] = 'R';
    if (found === 'L' || found === 'R' || found === 'AL') strong = found;
    if (found === 'ES' || found === 'CS' || found === 'ET') classes[i] = 'N';
    if (found === 'EN' && strong === 'L') classes[i] = 'L';
  });
}

/** W5: signs such as % and $ belong to the number beside them. */
function joinTerminators(classes: BidiClass[]): void {
  for (let i = 0; i < classes.length; i += 1) {
    if (classes[i] !== 'ET') continue;
    let end = i;
    while (classes[end] === 'ET') end += 1;
    if (classes[i - 1] === 'EN' || classes[end] === 'EN') classes.fill('EN', i, end);
    i = end - 1;
  }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Rule N0: brackets take the paragraph's direction if it occurs in them, else that of what stands around. */
function resolveBrackets(characters: readonly string[], classes: BidiClass[], base: number): void {
  const paragraph: BidiClass = base === 1 ? 'R' : 'L';
  const open: { readonly closing: string; readonly at: number }[] = [];
  const pairs: (readonly [from: number, to: number])[] = [];
  characters.forEach((character, i) => {
    if (classes[i] !== 'N') return;
    const closing = CLOSING[character];
    if (closing !== undefined) open.push({ closing, at: i });
    const match = open.findLastIndex((bracket) => bracket.closing === character);
    if (match < 0) return;
    pairs.push([open[match]?.at ?? i, i]);
    open.length = match;
  });
  for (const [from, to] of pairs.toSorted(([a], [b]) => a - b)) {
    const within = classes.slice(from + 1, to).map(direction);
    const before = classes
      .slice(0, from)
      .map(direction)
      .findLast((found) => found !== undefined);
    const found = within.includes(paragraph) ? paragraph : within.find((side) => side !== undefined);
    if (found === undefined) continue;
    const side = found !== paragraph && before === found ? found : paragraph;
    classes[from] = side;
    classes[to] = side;
  }
}

/** Numbers count as text from right to left here. */
const direction = (found: BidiClass): 'L' | 'R' | undefined =>
  found === 'L' ? 'L' : found === 'N' ? undefined : 'R';

/** Rules N1 and N2: what has no direction takes that of its neighbours where they agree, else the paragraph's. */
export function resolveNeutral(classes: BidiClass[], base: number): void {
  const paragraph: BidiClass = base === 1 ? 'R' : 'L';
  const side = (found: BidiClass | undefined): BidiClass =>
    found === undefined ? paragraph : found === 'L' ? 'L' : 'R';
  for (let i = 0; i < classes.length; i += 1) {
    if (classes[i] !== 'N') continue;
    let end = i;
    while (classes[end] === 'N') end += 1;
    const before = side(classes[i - 1]);
    classes.fill(before === side(classes[end]) ? before : paragraph, i, end);
    i = end - 1;
  }
}

/** Rule L2: the pieces of a line from left to right. */
export function inVisualOrder<T extends { readonly level: number }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered;
}
