/**
 * Finds training prompts that are near (nearly the same as) a prompt of the test set. A test with prompts that were
 * used for training would measure nothing.
 */
import type { TestPrompt } from '../../test/routing/test-prompts.ts';
import type { Prompt } from './read-prompts.ts';
import { isNear, NEAR, type Plain, prepared } from './text-similarity.ts';

/**
 * Lists the training prompts that are near a test prompt. A prompt that stands alone is compared with all messages of
 * the test set that begin a chat. A follow-up is compared with follow-ups, each together with the message before it,
 * because the same "why?" means something else in another chat.
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

/** Groups texts by their length: the index of a group is the length of its texts. */
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
