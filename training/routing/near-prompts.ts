/** Finds training prompts that are near a prompt of the test set. */
import type { TestPrompt } from '../../test/routing/test-prompts.ts';
import { isNear, prepared } from './edit-distance.ts';
import type { Prompt } from './read-prompts.ts';

/**
 * Lists the training prompts that are near a test prompt. A prompt that stands alone is compared with all messages of
 * the test set that begin a chat. A follow-up is compared with follow-ups, both with the message before them: "why?"
 * is another prompt in another chat.
 */
export function nearPrompts(training: readonly Prompt[], tests: readonly TestPrompt[]): Prompt[] {
  const alone = tests.map(({ text, previous }) => prepared(previous?.[0]?.text ?? text));
  const chats = tests.filter(({ previous }) => previous).map((test) => prepared(chatOf(test)));
  return training.filter((prompt) => {
    const own = prepared(prompt.previous ? chatOf(prompt) : prompt.text);
    return (prompt.previous ? chats : alone).some((other) => isNear(own, other));
  });
}

const chatOf = ({ text, previous = [] }: Pick<TestPrompt, 'text' | 'previous'>): string =>
  `${previous.at(-1)?.text ?? ''} / ${text}`;
