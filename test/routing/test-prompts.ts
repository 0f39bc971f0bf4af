/**
 * Prompts that measure routing. None of them, and none that is near one of them, is trained on: tune nothing by these
 * texts, and read only the figures of `bench/routing.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from '../../lambdas/domain/routing/needs-and-reasons.ts';

export interface TestPrompt {
  readonly text: string;
  readonly need: Need;
  readonly kind: 'alone' | 'follow-up';
  /** Code of ISO 639, such as `en`. */
  readonly language?: string;
  /** Earlier messages of the user in the chat, oldest first. */
  readonly previous?: readonly { readonly text: string; readonly need?: Need }[];
}

// The files are written by hand in this shape, which `test-prompts.test.ts` checks.
const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as readonly TestPrompt[];

/** Half of the prompts that were written before the router was trained. */
export const HELD_OUT = read('held-out.json');
/** Prompts by a writer who saw neither cues nor training prompts. */
export const FRESH = read('fresh.json');
/** Prompts by another writer, written after the stages of training were compared on the first fresh ones. */
export const FRESH_2 = read('fresh-2.json');
/** Prompts by a third writer. Those of reasoning and language that were missed have been read to find their kinds. */
export const FRESH_3 = read('fresh-3.json');
/**
 * Prompts by a fourth writer, who had only the guide of the labels. The same writer then wrote the training files
 * `judging` and `rewordings`, so the figure of this set flatters.
 */
export const FRESH_4 = read('fresh-4.json');
/** Prompts by a fifth writer, who had only the guide of the labels. Nothing was written or trained after them. */
export const FRESH_5 = read('fresh-5.json');
