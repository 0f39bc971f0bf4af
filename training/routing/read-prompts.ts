/** Reads the labelled prompts that the router is trained on. Their format is in training/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEARNED, type LearnedNeed } from '../../lambdas/domain/routing/classifier/need-weights-format.ts';

export const PROMPTS = join(import.meta.dirname, 'prompts');

export interface Prompt {
  readonly text: string;
  readonly need: LearnedNeed;
  /** Earlier messages of the chat, oldest first. Absent for the first message of a chat. */
  readonly previous?: readonly { readonly text: string; readonly need: LearnedNeed }[];
  /** Name of the prompt's file without its ending, such as `de` or `people-chats`. */
  readonly file: string;
}

export const readPrompts = (): Prompt[] =>
  readdirSync(PROMPTS)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .flatMap((name) => parsePrompts(name.slice(0, -4), readFileSync(join(PROMPTS, name), 'utf8')));

const HEADING = /^# ([a-z]+)(?: to ([a-z]+))?$/;

/**
 * Parses the prompts of a file. The first message of a chat of several messages becomes no prompt, only context.
 * @throws Error with the number of a wrong line: a heading with an unknown need, a prompt before the first heading, or
 * an empty message
 */
export function parsePrompts(file: string, content: string): Prompt[] {
  const prompts: Prompt[] = [];
  let heading: { readonly from: LearnedNeed; readonly to: LearnedNeed } | undefined;
  for (const [at, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const fail = (why: string) => new Error(`${file}.txt, line ${at + 1}: ${why}`);
    const [, one, other = one] = HEADING.exec(line) ?? [];
    if (one !== undefined && other !== undefined) {
      if (!isLearned(one) || !isLearned(other)) throw fail('no such need');
      heading = { from: one, to: other };
      continue;
    }
    if (!heading) throw fail('no heading before it');
    const [first = '', ...others] = line.split(' >> ').map((part) => part.replaceAll('\\n', '\n').trim());
    if ([first, ...others].includes('')) throw fail('an empty message');
    const { from, to } = heading;
    const before = [{ text: first, need: from }];
    if (others.length === 0) prompts.push({ file, text: first, need: to });
    for (const text of others) {
      prompts.push({ file, text, need: to, previous: [...before] });
      if (from === to) before.push({ text, need: to });
    }
  }
  return prompts;
}

const isLearned = (name: string): name is LearnedNeed => LEARNED.some((need) => need === name);
