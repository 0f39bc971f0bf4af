import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { expect, send, test } from './fixtures.ts';

test('if a model is throttled before its first word, another model replies, and the reply says so', async ({
  chat,
  stack,
}) => {
  // A worker remembers which models failed in earlier tests; a new one does not.
  await stack.idle();
  stack.killWorker();
  stack.inner.faults.at({
    ...MODEL_CALLS,
    times: 2,
    effect: { fail: { code: 'ThrottlingException', status: 429 } },
  });
  await send(chat, 'Write a Python function that reads a CSV file.');
  await expect(
    chat.getByRole('log').getByText('Gemini 2.5 · DeepSeek did not answer, so this model did.'),
  ).toBeVisible();
});
