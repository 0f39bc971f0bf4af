/** A chat on paper. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { emulateMedia, expectCount } from '../../../../test/components/browser.ts';
import { articles, log, openChat } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { answer } from '../../../../test/components/server.ts';

startChats();

const TURNS = 20;
/** Turns of a chat that has pages before and after the page around its middle. */
const LONG_CHAT_TURNS = 150;
const LONG = `${'\n\nA line.'.repeat(10)}\n\n\`\`\`js\ncode\n\`\`\``;
const answerOf = (turn: number) => log.getByText(`Stored answer ${turn}`, { exact: true });

it('a printed chat has all its loaded messages one below the other, and only these', async () => {
  server.givenTurns(TURNS, LONG);
  await openChat();
  await expect.element(answerOf(TURNS)).toBeVisible();
  await expectCount(answerOf(1), 0);
  window.dispatchEvent(new Event('beforeprint'));
  // The welcome, the questions and the answers. The virtual list hides them until they are measured or printed.
  expect(document.querySelectorAll('article')).toHaveLength(1 + 2 * TURNS);
  await emulateMedia({ media: 'print' });
  await expectCount(articles, 1 + 2 * TURNS);
  await expect.element(answerOf(1)).toBeVisible();
  expect(overlaps()).toEqual([]);
  for (
    let element: Element = log.element();
    element !== document.documentElement;
    element = parentOf(element)
  )
    expect(element.scrollHeight).toBe(element.clientHeight);
  expect(page.getByCss('.nav, #sidebar, textarea, button').elements().filter(hasBox)).toEqual([]);
});

it('after printing, only the messages near the end are rendered, and the last one is in view', async () => {
  server.givenTurns(TURNS, LONG);
  await openChat();
  await expect.element(answerOf(TURNS)).toBeVisible();
  window.dispatchEvent(new Event('beforeprint'));
  await emulateMedia({ media: 'print' });
  await expect.element(answerOf(1)).toBeVisible();
  await emulateMedia({ media: 'screen' });
  window.dispatchEvent(new Event('afterprint'));
  await expectCount(answerOf(1), 0);
  await expect.element(articles.last().getByRole('time')).toBeInViewport();
  await expectCount(page.getByRole('button', { name: 'Jump to latest' }), 0);
});

describe('a line on paper says that messages are missing', () => {
  const missing = (which: string) =>
    log.getByText(
      `${which} messages are missing here. “Export or copy chat”, then “PDF”, has the whole chat.`,
    );
  const topOf = (element: Element) => element.getBoundingClientRect().top;

  it('above the first message and below the last one, if these pages are not loaded', async () => {
    server.givenTurns(LONG_CHAT_TURNS);
    await openChat(`/chat/${server.newest().chatId}#m${LONG_CHAT_TURNS}`);
    await expect.element(answerOf(LONG_CHAT_TURNS / 2)).toBeVisible();
    // Without its own scrolling, the list would read page after page in print.
    answer('getChatHistory', () => new Promise<never>(() => undefined));
    await expect.element(missing('Earlier')).not.toBeVisible();
    await expect.element(missing('Later')).not.toBeVisible();
    window.dispatchEvent(new Event('beforeprint'));
    await emulateMedia({ media: 'print' });
    await expect.element(missing('Earlier')).toBeVisible();
    await expect.element(missing('Later')).toBeVisible();
    const messages = articles.elements().map(topOf);
    expect(topOf(missing('Earlier').element())).toBeLessThan(Math.min(...messages));
    expect(topOf(missing('Later').element())).toBeGreaterThan(Math.max(...messages));
  });

  it('not if all messages are loaded', async () => {
    server.givenTurns(TURNS);
    await openChat();
    await expect.element(answerOf(TURNS)).toBeVisible();
    await emulateMedia({ media: 'print' });
    await expectCount(log.getByText('messages are missing here'), 0);
  });
});

const parentOf = (element: Element): Element => element.parentElement ?? document.documentElement;
const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

/** Returns the messages that begin above the end of the message before. */
function overlaps(): (string | null)[] {
  let end = 0;
  return articles
    .elements()
    .filter((article) => {
      const { top, bottom } = article.getBoundingClientRect();
      const isOverlap = top < end || bottom <= top;
      end = bottom;
      return isOverlap;
    })
    .map(({ textContent }) => textContent);
}
