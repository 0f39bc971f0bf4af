/** The search popup: keys, results and notices. test/e2e/search.spec.ts tests which messages are found. */
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchResult } from '#contract/entities';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { address, USER } from '../../../../../test/components/app.tsx';
import {
  emulateMedia,
  endComposition,
  expectCount,
  focusOn,
  narrow,
  press,
} from '../../../../../test/components/browser.ts';
import {
  composer,
  link,
  log,
  newChat,
  openChat,
  openMenu,
  send,
} from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, broken, held } from '../../../../../test/components/server.ts';
import { push } from '../../../../../test/components/socket.ts';
import { sentMessageStorage } from '../../../lib/unacknowledged-message-storage.ts';

startChats();

const popup = page.getByRole('dialog', { name: 'Search' });
const input = page.getByPlaceholder('Search chats and messages...');
const options = page.getByRole('option');
const nothing = popup.getByText('No matching chats or messages found');
const queries = () => asked('searchChats').map(({ input }) => input.query);
const NONE: SearchResult = { chats: [], messages: [] };

/** A result with the newest chat, found by its name, and one of its messages. */
function found(content: string, messageId = '2'): SearchResult {
  const { chatId, name, createdAt } = server.newest();
  return {
    chats: [{ chatId, name, createdAt, matchedMessages: [messageId], nameMatches: [[0, 4]] }],
    messages: [{ chatId, messageId, content, role: 'assistant', createdAt, matches: [[0, 5]] }],
  };
}

async function openSearch(): Promise<void> {
  await openChat();
  await press('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
}

it('opens by its button and by Ctrl+K, Escape closes it, and the focus goes back [S2.sidebar.3 S2.search.1 S2.search.2]', async () => {
  await openChat();
  const button = page.getByRole('button', { name: /^Search/ });
  await button.click();
  await expect.element(input).toHaveFocus();
  await expectAccessible();
  await press('{Escape}');
  await expectCount(popup, 0);
  await expect.element(button).toHaveFocus();
  await focusOn(composer);
  await press('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
  await press('{Control>}k{/Control}');
  await expectCount(popup, 0);
  await expect.element(composer).toHaveFocus();
  await page.getByRole('button', { name: 'Add chat' }).click();
  await expect.element(page.getByRole('dialog', { name: 'New Chat' })).toBeVisible();
  await press('{Control>}k{/Control}');
  await expectCount(popup, 0);
});

it('a result opens its chat, a message of it is scrolled to [S2.search.6]', async () => {
  server.givenTurns(1);
  const older = server.newest();
  answer('searchChats', found('Stored answer 1'));
  server.givenChats(1);
  await openSearch();
  await input.fill('stored');
  await expectCount(options, 2);
  await options.first().click();
  await expectCount(popup, 0);
  await expect.poll(address).toBe(`/chat/${older.chatId}`);
  await expect.element(log.getByText('Stored answer 1')).toBeVisible();
  await press('{Control>}k{/Control}');
  await input.fill('stored');
  await expectCount(options, 2);
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await press('{ArrowDown}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  expect(endComposition(input, 'Enter')).toBe(true);
  await press('{Enter}');
  await expect.poll(address).toBe(`/chat/${older.chatId}#m2`);
  await expect.element(log.getByText('Stored answer 1')).toBeInViewport();
});

it('while a chat is being created, a result does not switch to its chat', async () => {
  answer('searchChats', found('Stored answer 1'));
  server.givenChats(1);
  await openChat();
  const before = address();
  server.holdFrames('initChat');
  await newChat.click();
  await expect.element(newChat).toBeDisabled();
  await press('{Control>}k{/Control}');
  await input.fill('stored');
  await options.first().click();
  await press('{Enter}');
  expect(address()).toBe(before);
  await expect.element(popup).toBeVisible();
  server.accept('initChat');
  await expect.element(link('Chat 3')).toHaveAttribute('aria-current', 'page');
  await options.first().click();
  await expectCount(popup, 0);
});

it('a result far up in a long chat stays in view, and newer pages come one by one as the reader scrolls down', async () => {
  server.givenTurns(150);
  answer('searchChats', found('Stored answer 10', '20'));
  await openSearch();
  await expect.element(log.getByText('Stored answer 150', { exact: true })).toBeInViewport();
  await input.fill('stored');
  await options.last().click();
  const pages = ['40'];
  const expectInView = async (text: string) => {
    const newer = () => asked('getChatHistory').flatMap(({ input: { after = [] } }) => after);
    await expect.poll(newer).toEqual(pages);
    await expect.poll(movedWithin20Frames).toBe(0);
    await expect.element(log.getByText(text, { exact: true })).toBeInViewport();
    expect(newer()).toEqual(pages);
  };
  await expectInView('Stored answer 10');
  for (const [after, last] of [
    ['140', 'Stored answer 70'],
    ['240', 'Stored answer 120'],
  ] as const) {
    pages.push(after);
    await userEvent.wheel(log, { delta: { y: 40_000 } });
    await expectInView(last);
  }
  await send('Go on');
  await expect.element(log.getByText('A plain reply.')).toBeInViewport();
});

it('a result of the loaded page is in view although unsent messages belong to an older page', async () => {
  server.givenTurns(150);
  const { chatId } = server.newest();
  for (let n = 0; n < 12; n += 1)
    sentMessageStorage.keep({
      ...{ requestId: `unsent-${n}`, chatId, sender: USER.email, text: `Not sent ${n}`, after: 0 },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', first: false, refused: 'No.', code: 'quota_exceeded' },
    });
  answer('searchChats', found('Stored answer 131', '262'));
  await openSearch();
  await expect.element(log.getByText('Stored answer 150', { exact: true })).toBeInViewport();
  await input.fill('stored');
  await options.last().click();
  await expect.element(log.getByText('Stored answer 131', { exact: true })).toBeInViewport();
  await expect.poll(movedWithin20Frames).toBe(0);
  await expect.element(log.getByText('Stored answer 131', { exact: true })).toBeInViewport();
});

/** Returns the pixels scrolled in 300 ms. The list scrolls to a message again after it has measured more messages. */
async function movedWithin20Frames(): Promise<number> {
  const { scrollTop } = log.element();
  for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  return log.element().scrollTop - scrollTop;
}

it('the last result is chosen after a chat below it was deleted on another device', async () => {
  server.givenTurns(1);
  const kept = server.newest();
  const { chats, messages } = found('Stored answer 1');
  server.givenChats(1);
  const gone = server.newest();
  answer('searchChats', { chats: [...chats, ...found('').chats], messages });
  await openSearch();
  await input.fill('stored');
  await expectCount(options, 3);
  await press('{ArrowUp}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  push({ type: 'chatDeleted', data: { chatId: gone.chatId } });
  await expectCount(options, 2);
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect.element(input).toHaveAttribute('aria-activedescendant', options.last().element().id);
  await press('{ArrowUp}');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await press('{Enter}');
  await expect.poll(address).toBe(`/chat/${kept.chatId}`);
});

it('the same result stays chosen after a chat above it was deleted on another device', async () => {
  const below = found('').chats;
  server.givenChats(1);
  const chosen = found('').chats;
  server.givenChats(1);
  const gone = server.newest();
  answer('searchChats', { chats: [...found('').chats, ...chosen, ...below], messages: [] });
  await openSearch();
  await input.fill('chat');
  await expectCount(options, 3);
  await press('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  push({ type: 'chatDeleted', data: { chatId: gone.chatId } });
  await expectCount(options, 2);
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(input).toHaveAttribute('aria-activedescendant', options.first().element().id);
  await press('{Enter}');
  await expect.poll(address).toBe(`/chat/${chosen[0]?.chatId}`);
});

it('says that it searches, keeps what was found meanwhile, and says when there is nothing [S2.search.3 S2.search.4]', async () => {
  answer('searchChats', found('Trams climb'));
  await openSearch();
  await input.fill('trams');
  await expectCount(options, 2);
  const search = held('searchChats', NONE);
  await input.fill('xylophone');
  await expect.element(popup.getByText('Searching...')).toBeVisible();
  await expectCount(options, 2);
  await expectAccessible();
  await search.release();
  await expect.element(nothing).toBeVisible();
  await expectCount(options, 0);
  await expectAccessible();
});

it('blanks clear the results without a request [S5.search.1]', async () => {
  answer('searchChats', found('Trams climb'));
  await openSearch();
  await input.fill('alfama');
  await expectCount(options, 2);
  await input.fill('   ');
  await expectCount(options, 0);
  await expectCount(nothing, 0);
  await input.fill('tram');
  await expectCount(options, 2);
  expect(queries()).toEqual(['alfama', 'tram']);
});

it('a failed search clears the results; it is logged, but not shown to the user [S8.logged.1]', async () => {
  expectOnConsole(/^The search failed(?!.*private)/);
  answer('searchChats', found('Trams climb'));
  await openSearch();
  await input.fill('alfama');
  await expectCount(options, 2);
  answer('searchChats', broken());
  await input.fill('alfama private');
  await expectCount(options, 0);
  await expectCount(popup.getByRole('alert'), 0);
});

it('a document is shown as its message, with its name, its page and what matched', async () => {
  server.givenTurns(1);
  const { chatId, name, createdAt } = server.newest();
  const hit = { chatId, messageId: '1', role: 'user' as const, createdAt };
  const file = { fileId: 'f', name: 'report.pdf', page: 3, isPartial: true };
  const content = 'on milk and sugar';
  const matches: [number, number][] = [[12, 17]];
  answer('searchChats', {
    chats: [{ chatId, name, createdAt, matchedMessages: ['1'], nameMatches: [] }],
    messages: [
      { ...hit, content: 'Stored question 1 about sugar', matches: [[24, 29]] },
      { ...hit, content, matches, cutBefore: true, cutAfter: true, file },
      { ...hit, content, matches, file: { fileId: 'g', name: 'שלום.xlsx', sheet: 'Budget' } },
    ],
  });
  await openSearch();
  await input.fill('sugar');
  await expectCount(options, 4);
  const [own, paper, sheet] = [options.nth(1), options.nth(2), options.nth(3)];
  await expect.element(own).toMatchTextContent('You: Stored question 1 about sugar');
  await expect
    .element(paper)
    .toMatchTextContent(
      'In report.pdf, page 3: ...on milk and sugar...Only the beginning of this document is searched.',
    );
  expect(paper.element().querySelector('mark')?.textContent).toBe('sugar');
  await expect.element(sheet).toMatchTextContent('In שלום.xlsx, sheet Budget: on milk and sugar');
  await expectAccessible();
  await narrow();
  await emulateMedia({ colorScheme: 'dark' });
  await expectAccessible();
  await paper.click();
  await expect.poll(address).toBe(`/chat/${chatId}#m1`);
});

it('markup in names and messages is text, on a narrow screen too', async () => {
  const markup = '<img src=x onerror=alert(1)> canary';
  server.newest().name = markup;
  answer('searchChats', found(markup));
  await openChat();
  await narrow();
  await openMenu.click();
  await page.getByRole('button', { name: /^Search/ }).click();
  await input.fill('canary');
  await expect.element(options.last()).toMatchTextContent(markup);
  expect(popup.element().querySelector('img')).toBeNull();
  await emulateMedia({ colorScheme: 'dark' });
  await expectAccessible();
  await press('{Escape}');
  await expect.element(openMenu).toHaveFocus();
});
