/**
 * Prompts that measure routing. Training must not use them or near copies of them. Do not tune anything by these texts:
 * read only the figures of `bench/routing.ts`.
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

// The cast holds: training/routing/train.test.ts checks the shape of each prompt.
const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as readonly TestPrompt[];

/** The held-out half of the prompts that were written before the first training. */
export const HELD_OUT = read('held-out.json');
/** Prompts by a writer who saw neither cues nor training prompts. */
export const FRESH = read('fresh.json');
/** Prompts by a second writer, written after variants of training had been compared by the figures on `FRESH`. */
export const FRESH_2 = read('fresh-2.json');
/**
 * Prompts by a third writer. The wrongly classified ones of the needs `reasoning` and `language` were read, to learn
 * which kinds of prompts training lacked.
 */
export const FRESH_3 = read('fresh-3.json');
/**
 * Prompts by a fourth writer, who had only the guide to the labels (`training/README.md`). The same writer then wrote
 * the training files `judging` and `rewordings`, so the figure on this set is too good.
 */
export const FRESH_4 = read('fresh-4.json');
/** Prompts by a fifth writer, who had only the guide to the labels. No training prompts were written after them. */
export const FRESH_5 = read('fresh-5.json');
