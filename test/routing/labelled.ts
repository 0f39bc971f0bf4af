/** The labelled set that measures routing: prompts, each with the need that a person would name. */
import type { Need } from '../../lambdas/domain/routing/needs-and-reasons.ts';

export interface Labelled {
  readonly expected: Need;
  readonly text: string;
  /** The user's earlier messages, oldest first, and what the last of them was taken for. */
  readonly recent?: readonly string[];
  readonly last?: Need;
}

/** Prompts that stand by themselves. */
export const alone = (expected: Need, texts: readonly string[]): Labelled[] =>
  texts.map((text) => ({ expected, text }));

/** A message that follows others. */
export const after = (expected: Need, last: Need, recent: readonly string[], text: string): Labelled => ({
  expected,
  last,
  recent,
  text,
});

/** Which half a prompt is in: decided by its text alone (FNV-1a), so that adding prompts moves none. */
export function halfOf({ text, recent = [] }: Labelled): 'tune' | 'held-out' {
  let hash = 0x811c9dc5;
  for (const char of `${recent.join('\n')}\n${text}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  // The lowest bit of FNV-1a only tells parity.
  return ((hash >>> 16) ^ hash) & 1 ? 'tune' : 'held-out';
}
