/**
 * A reply that comes faster than a page can draw it. Tests of other difficult text are in
 * web/src/features/chat/difficult-text.test.tsx.
 */
import type { Page } from 'playwright/test';
import { composer, expect, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');

test('200 pieces a second are drawn together, and none is lost', async ({ chat, stack }) => {
  let deltas = 0;
  chat.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('assistantDelta')) deltas += 1;
    }),
  );
  await chat.reload();
  await expect(composer(chat)).toBeVisible();
  const pieces = Array.from({ length: 600 }, (_, i) => `p${i} `);
  stack.model.replyPaced([...pieces, 'end.'], 5);
  await send(chat, 'Quickly');
  await expect(log(chat).getByText('p599 end.')).toBeVisible();
  expect(await textOfReply(chat)).toContain(`${pieces.join('')}end.`);
  expect(deltas).toBeGreaterThan(0);
  expect(deltas).toBeLessThan(pieces.length / 2);
});

/** The text of the newest reply. */
async function textOfReply(page: Page): Promise<string> {
  return log(page).getByRole('article').last().locator('[data-reply]').innerText();
}
