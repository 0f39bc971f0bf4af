import type { TestPrompt } from '../../test/routing/test-prompts.ts';
import type { Prompt } from './read-prompts.ts';
import { isNear, NEAR, type Plain, prepared } from './text-similarity.ts';

/**
 * Lists the training prompts that are nearly the same as a test prompt: with them, the test would measure nothing. A
 * follow-up is compared together with the message before it: "why?" means something else in another chat.
 */
export function nearPrompts(training: readonly Prompt[], tests: readonly TestPrompt[]): Prompt[] {
  const alone = byLength(tests.map(({ text, previous }) => prepared(previous?.[0]?.text ?? text)));
  const chats = byLength(tests.filter(({ previous }) => previous).map((test) => prepared(chatOf(test))));
  return training.filter((prompt) => {
    const own = prepared(prompt.previous ? chatOf(prompt) : prompt.text);
    const others = prompt.previous ? chats : alone;
    // Near texts are of nearly the same length, so texts of other lengths are not compared.
    for (
      let length = Math.floor(own.text.length * (1 - NEAR));
      length * (1 - NEAR) <= own.text.length;
      length++
    )
      if (others[length]?.some((other) => isNear(own, other))) return true;
    return false;
  });
}

function byLength(texts: readonly Plain[]): readonly (readonly Plain[] | undefined)[] {
  const groups: Plain[][] = [];
  for (const text of texts) {
    const { length } = text.text;
    groups[length] = [...(groups[length] ?? []), text];
  }
  return groups;
}

const chatOf = ({ text, previous = [] }: Pick<TestPrompt, 'text' | 'previous'>): string =>
  `${previous.at(-1)?.text ?? ''} / ${text}`;
