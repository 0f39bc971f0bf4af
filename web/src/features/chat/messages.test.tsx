/** The conversation: the input, streamed replies, and the actions on a message. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Branches } from '#contract/branches';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { openApp, reopenApp, USER } from '../../../../test/components/app.tsx';
import {
  endComposition,
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
} from '../../../../test/components/browser.ts';
import {
  article,
  articles,
  composer,
  log,
  newChat,
  openChat,
  openMenu,
  send,
  sendButton,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, held, unreachable } from '../../../../test/components/server.ts';
import { push } from '../../../../test/components/socket.ts';

startChats();

const heart = (text: string) => article(text).getByRole('button', { name: 'Like' });
const jump = page.getByRole('button', { name: 'Jump to latest' });
const stop = page.getByRole('button', { name: 'Stop' });
const editor = page.getByRole('textbox', { name: 'Edit your message' });
const plain = log.getByText('A plain reply.');
const chatFrames = () => server.frames.filter(({ action }) => action === 'chat');
const sentTexts = () => chatFrames().map(({ data }) => (data && 'message' in data ? data.message : ''));

const ELSEWHERE = { requestId: 'elsewhere', createdAt: '2026-02-01T00:00:00.000Z' };
/** Sends the page what the server tells of a message from another tab or device, in the newest chat. */
function askElsewhere(content: string, messageIndex: number, branches?: Branches): void {
  const { chatId } = server.newest();
  const data = { ...ELSEWHERE, chatId, content, messageIndex, ...(branches && { branches: [...branches] }) };
  push({ type: 'userMessage', data });
}
function answerElsewhere(content: string, messageIndex: number): void {
  const { chatId } = server.newest();
  const data = {
    ...ELSEWHERE,
    chatId,
    role: 'assistant',
    content,
    messageIndex,
    status: 'complete',
  } as const;
  push({ type: 'assistantMessage', data });
}

/** Scrolls up as a reader does, with pauses in which older messages are read, until the text is in view. */
const scrollUpTo = (text: string) =>
  expect
    .poll(
      async () => {
        await userEvent.wheel(log, { delta: { y: -4_000 } });
        return log.getByText(text, { exact: true }).elements().some(isInView);
      },
      { interval: 300 },
    )
    .toBe(true);

describe('the input', () => {
  it("is 'Message', the product's name and an ellipsis, and takes several lines [S2.input.1]", async () => {
    await openChat();
    await expect.element(composer).toHaveAttribute('placeholder', 'Message Parley...');
    await composer.fill('one\ntwo\nthree');
    await expect.element(composer).toHaveValue('one\ntwo\nthree');
    const { clientHeight, scrollHeight } = composer.element();
    expect(clientHeight).toBeGreaterThanOrEqual(scrollHeight);
  });

  it.each([
    [683, 330],
    [740, 360],
  ])(
    'on a screen of %i by %i pixels, a long text leaves room for the messages and the row below it',
    async (width, height) => {
      await page.viewport(width, height);
      await openChat();
      await composer.fill('A line\n'.repeat(40));
      expect(log.element().clientHeight).toBeGreaterThanOrEqual(40);
      await expect.element(page.getByRole('button', { name: /^Model/ })).toBeInViewport({ ratio: 1 });
      expect(document.documentElement.scrollHeight).toBe(height);
    },
  );

  it('a text of several lines takes at most 240 pixels of a tall screen, and scrolls', async () => {
    await openChat();
    await composer.fill('A line\n'.repeat(40));
    expect(composer.element().getBoundingClientRect().height).toBe(240);
    expect(composer.element().scrollHeight).toBeGreaterThan(240);
  });

  it('Enter that ends a composition of an input method in Safari does not send', async () => {
    await openChat();
    await composer.fill('にほん');
    await expect.element(sendButton).toBeEnabled();
    expect(endComposition(composer, 'Enter')).toBe(true);
    expect(sentTexts()).toEqual([]);
    await expect.element(composer).toHaveValue('にほん');
  });

  it('Enter sends, Shift+Enter breaks the line, a blank message is not sent [S2.input.2 S2.input.3 S2.input.4 S5.message.2 S5.message.3]', async () => {
    await openChat();
    await expect.element(sendButton).toBeDisabled();
    await composer.fill('   ');
    await expect.element(sendButton).toBeDisabled();
    await press('{Enter}');
    await composer.fill('one');
    await press('{Shift>}{Enter}{/Shift}two');
    await expect.element(composer).toHaveValue('one\ntwo');
    await press('{Enter}');
    await expect.element(plain).toBeVisible();
    expect(sentTexts()).toEqual(['one<br>two']);
    await expect.element(composer).toHaveValue('');
  });

  it('a message is trimmed, and its line breaks travel as tags [S5.message.1 S5.message.3]', async () => {
    await openChat();
    await send('  one\ntwo \n');
    await expect.element(plain).toBeVisible();
    expect(sentTexts()).toEqual(['one<br>two']);
  });

  it('nothing can be sent while a reply is pending [S4.sending.3]', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('First');
    await reply.started;
    await expect.element(log.getByText('First', { exact: true })).toBeVisible();
    await composer.fill('Second');
    await press('{Enter}');
    await expect.element(composer).toHaveValue('Second');
    await expectCount(sendButton, 0);
    reply.write('Done.');
    reply.end();
    await expect.element(sendButton).toBeEnabled();
    expect(sentTexts()).toEqual(['First']);
  });

  it('a text too large for one frame is refused: the input keeps it and shows its length and limit', async () => {
    await openChat();
    const hint = page.getByCss('#composer-hint');
    for (const text of ['é'.repeat(19_000), 'a\n'.repeat(9_000), '漢'.repeat(12_000), '👋'.repeat(9_000)]) {
      paste(text);
      await expect.element(hint).toMatchTextContent(/^[\d,]+ \/ [\d,]+$/);
      const limit = hint.element().textContent?.split(' / ')[1] ?? '';
      expect(Number(limit.replace(',', ''))).toBeLessThan(text.trim().length);
      await focusOn(composer);
      await press('{Enter}');
      await expect.element(hint).toHaveRole('alert');
      await expect.element(hint).toMatchTextContent(`a message like this may have ${limit}.`);
      await expect.element(composer).toHaveValue(text);
      await expectCount(articles, 1);
    }
    await expectAccessible();
    paste('é'.repeat(15_000));
    await expect.element(hint).toMatchTextContent(/^15,000 \/ 16,\d{3}$/);
    await press('{Enter}');
    await expect.element(plain).toBeInViewport();
  });

  it('the draft survives a reload', async () => {
    await openChat();
    await composer.fill('Not sent yet');
    await reopenApp();
    await expect.element(composer).toHaveValue('Not sent yet');
  });
});

/** Sets the whole text at once, as a paste does. Chromium takes a minute to type thousands of lines. */
function paste(text: string): void {
  const field = composer.element();
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a reply', () => {
  it('a reply can be stopped, and keeps what was written', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('Tell me a long story');
    await reply.started;
    reply.write('Once upon a time');
    await expect.element(log.getByText('Once upon a time')).toBeVisible();
    await stop.click();
    await expectCount(stop, 0);
    await expect.element(log.getByText('Stopped')).toBeVisible();
    await reopenApp();
    await expect.element(log.getByText('Once upon a time')).toBeVisible();
  });

  it('the text of a reply replaces the placeholder, as rich markup [S4.loading.2]', async () => {
    server.replyWith('# Title\n\nsome **bold** text');
    await openChat();
    const reply = server.replyByHand();
    await send('Show me');
    await reply.started;
    await expect.element(page.getByRole('img', { name: 'Generating response...' })).toBeVisible();
    reply.write('# Title\n\nsome **bold** text');
    reply.end();
    await expect.element(log.getByRole('heading', { name: 'Title' })).toBeVisible();
    await expect.element(log.getByRole('strong').filter({ hasText: 'bold' })).toBeVisible();
  });

  it("the text 'Loading...' marks a pending message: plain, in a loading style, without a heart [S4.loading.1]", async () => {
    await openChat();
    askElsewhere('Take your time', 1);
    const pending = article('Loading...');
    const text = pending.getByText('Loading...', { exact: true });
    await expect.element(text).toHaveTextContent('Loading...');
    await expect.element(text).toHaveStyle({ fontStyle: 'italic' });
    await expectCount(pending.getByRole('button'), 0);
    answerElsewhere('Here **it** is.', 2);
    await expect.element(log.getByText('Here it is.')).toBeVisible();
    await expectCount(pending, 0);
    await expect.element(heart('Here it is.')).toBeVisible();
  });

  it('code is shown highlighted, with its language and a way to copy it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openChat();
    server.replyWith('```js\nconst answer = 42;\n```');
    await send('Code, please');
    const block = log.getByRole('figure', { name: 'Code in js' });
    await expect.element(block.getByText('js', { exact: true })).toBeVisible();
    const keyword = block.getByText('const', { exact: true });
    await expect.element(keyword).toBeVisible();
    const colorOf = (found: Locator) => getComputedStyle(found.element()).color;
    await expect.poll(() => colorOf(keyword) === colorOf(block.getByRole('code'))).toBe(false);
    await block.getByRole('button', { name: 'Copy code' }).click();
    await expect.element(block.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied).toHaveBeenCalledExactlyOnceWith('const answer = 42;');
  });

  it('that failed shows the failure, and a retry does not double the question', async () => {
    await openChat();
    server.failReplies();
    await send('Hello?');
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect.element(retry).toBeVisible();
    const { requestId } = server.newest().messages.at(-1) ?? expect.fail('nothing is stored');
    await expect.element(log.getByText(`Reference for support: ${requestId}`)).toBeVisible();
    await expectAccessible();
    server.replyWith('Here again.');
    await retry.click();
    await expect.element(log.getByText('Here again.')).toBeVisible();
    await expectCount(log.getByText('Hello?'), 1);
    expect(server.newest().messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  it('a reply can be generated again, in the place of the one before', async () => {
    await openChat();
    await send('Say something');
    await expect.element(plain).toBeVisible();
    server.replyWith('Another reply.');
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect.element(log.getByText('Another reply.')).toBeVisible();
    await expectCount(plain, 0);
    await expectCount(log.getByText('Say something'), 1);
    expect(
      server
        .newest()
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Say something', 'Another reply.']);
  });

  it('the header has the name of the chat', async () => {
    await openChat();
    await send('A question that gives its name');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('A question that give');
  });

  it('a long reply is followed to its end, in small pieces that come fast', async () => {
    const parts = Array.from(
      { length: 14 },
      (_, i) => `${'A line of a long reply. '.repeat(80)}\n\nPart ${i + 1}.\n\n`,
    );
    await openChat();
    server.replyWith(...(parts.join('').match(/.{1,100}/gs) ?? []));
    await send('A long one, please');
    await expect.element(log.getByText('Part 14.')).toBeInViewport();
    await expectCount(stop, 0);
    await expectCount(jump, 0);
  });
});

describe('a long reply above the next question', () => {
  const LINES = 'A line of a long reply. '.repeat(600);
  const rendered = (text: string) => article(text).element();

  it('keeps its elements: it is not rendered again when the question is sent', async () => {
    await openChat();
    server.replyWith(`First. ${LINES}`);
    await send('One');
    await expect.element(article('First. ')).toBeInTheDocument();
    const before = rendered('First. ');
    server.replyWith('Second.');
    await send('Two');
    await expect.element(log.getByText('Second.')).toBeInViewport();
    expect(rendered('First. ')).toBe(before);
  });

  it('pushes earlier messages out of the page some time after the answer; they return when scrolled to', async () => {
    await openChat();
    server.replyWith('First.');
    await send('One');
    await expect.element(log.getByText('First.')).toBeVisible();
    server.replyWith(`Second. ${LINES}`);
    await send('Two');
    await expect.element(article('Second. ')).toBeInTheDocument();
    server.replyWith(`Third. ${LINES}`);
    await send('Three');
    await expect.element(article('Third. ')).toBeInTheDocument();
    await expectCount(log.getByText('First.', { exact: true }), 0);
    await expectCount(jump, 0);
    await scrollUpTo('First.');
  });

  it('leaves an earlier message in the page while the focus is in that message', async () => {
    await openChat();
    server.replyWith('First.');
    await send('One');
    const copy = article('First.').getByRole('button', { name: 'Copy' });
    await expect.element(copy).toBeVisible();
    server.replyWith(`Second. ${LINES}`);
    await send('Two');
    await expect.element(article('Second. ')).toBeInTheDocument();
    copy.element().focus({ preventScroll: true });
    await expectCount(log.getByText('One', { exact: true }), 0);
    await expect.element(copy).toHaveFocus();
  });
});

describe('the focus after a button went away is in the input', () => {
  const regenerate = page.getByRole('button', { name: 'Regenerate' });
  const retry = log.getByRole('button', { name: 'Retry' });
  /** As on a phone, where the input would open the keyboard. */
  const givenTouchScreen = () => {
    const { matchMedia } = window;
    const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const list = matchMedia.call(window, query);
      return query === '(pointer: coarse)' ? Object.defineProperty(list, 'matches', { value: true }) : list;
    });
    onTestFinished(() => spy.mockRestore());
  };

  it('after a click on Send, at once', async () => {
    await openChat();
    const reply = server.replyByHand();
    await composer.fill('Hello');
    await sendButton.click();
    await expect.element(stop).toBeVisible();
    await expect.element(composer).toHaveFocus();
    reply.end();
    await expectCount(stop, 0);
    await expect.element(composer).toHaveFocus();
  });

  it.each(['{Enter}', ' '])('after Stop was pressed with the key "%s"', async (key) => {
    await openChat();
    const reply = server.replyByHand();
    await send('Hello');
    await reply.started;
    await focusOn(stop);
    await press(key);
    await expectCount(stop, 0);
    await expect.element(composer).toHaveFocus();
  });

  it('after the reply ended while the focus was on Stop', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('Hello');
    await reply.started;
    await focusOn(stop);
    reply.end();
    await expectCount(stop, 0);
    await expect.element(composer).toHaveFocus();
  });

  it('after Regenerate', async () => {
    await openChat();
    await send('Hello');
    await focusOn(regenerate);
    server.replyWith('Another reply.');
    await press('{Enter}');
    await expect.element(log.getByText('Another reply.')).toBeVisible();
    await expect.element(composer).toHaveFocus();
  });

  it('after a retry of a failed reply', async () => {
    await openChat();
    server.failReplies();
    await send('Hello');
    await focusOn(retry);
    server.replyWith('Here again.');
    await press('{Enter}');
    await expect.element(log.getByText('Here again.')).toBeVisible();
    await expect.element(composer).toHaveFocus();
  });

  it.each([/^Skip$/, /^Explain/])('after the suggestion %s', async (name) => {
    await openChat();
    await focusOn(page.getByRole('group', { name: 'Suggestions' }).getByRole('button', { name }).first());
    await press('{Enter}');
    await expect.element(plain).toBeVisible();
    await expect.element(composer).toHaveFocus();
  });

  it('after Jump to latest', async () => {
    server.givenTurns(30);
    await openChat();
    await scrollUpTo('Stored question 1');
    await focusOn(jump);
    await press('{Enter}');
    await expectCount(jump, 0);
    await expect.element(composer).toHaveFocus();
  });

  it('but stays where the user has moved it meanwhile', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('Hello');
    await reply.started;
    await stop.click();
    await focusOn(newChat);
    reply.end();
    await expectCount(stop, 0);
    await expect.element(newChat).toHaveFocus();
  });

  it('but not on a touch screen', async () => {
    givenTouchScreen();
    await openChat();
    await composer.fill('Hello');
    await sendButton.click();
    await expect.element(plain).toBeVisible();
    await expect.element(composer).not.toHaveFocus();
    await regenerate.click();
    await expect.element(regenerate).toBeVisible();
    await expect.element(composer).not.toHaveFocus();
  });
});

describe('suggestions', () => {
  const suggestions = page.getByRole('group', { name: 'Suggestions' });

  it("Skip sends 'skip', and then the suggestions are gone [S4.skip.1]", async () => {
    await openChat();
    await expectCount(suggestions.getByRole('button'), 5);
    await expectAccessible();
    await suggestions.getByRole('button', { name: 'Skip' }).click();
    await expect.element(plain).toBeVisible();
    expect(sentTexts()).toEqual(['skip']);
    await expectCount(suggestions, 0);
  });

  it('a suggestion is sent', async () => {
    await openChat();
    const suggestion = suggestions.getByRole('button').first();
    const text = suggestion.element().textContent ?? '';
    await suggestion.click();
    await expect.element(article(text)).toBeVisible();
    await expect.element(plain).toBeVisible();
  });

  it('a Skip that fails is answered by the product itself [S4.skip.3 S8.skip.1]', async () => {
    await openChat();
    expectOnConsole(/The message was refused: quota_exceeded/);
    server.refuseFrames('chat', 'quota_exceeded');
    await page.getByRole('button', { name: 'Skip' }).click();
    const words = "I understand you'd like to skip ahead...";
    await expect.element(log.getByText(words)).toBeVisible();
    await expectCount(heart(words), 0);
  });

  it('Skip creates a chat first if none is open [S4.skip.2]', async () => {
    answer('getChats', unreachable());
    await openApp('/chat', USER);
    const main = page.getByRole('main');
    await expect.element(main.getByRole('alert')).toBeVisible();
    await expectAccessible();
    await main.getByRole('button', { name: 'Skip' }).click();
    await expect.element(plain).toBeVisible();
    expect(server.frames.map(({ action }) => action)).toEqual(['initChat', 'chat']);
    expect(sentTexts()).toEqual(['skip']);
  });
});

describe('the history', () => {
  it('history that cannot be loaded says so in the conversation [S8.history.1]', async () => {
    answer('getChatHistory', unreachable());
    await openApp('/chat', USER);
    const main = page.getByRole('main');
    await expect.element(main.getByText('Failed to load chat history. Please try refreshing.')).toBeVisible();
    await expectAccessible();
    server.start();
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect.element(articles.first()).toBeVisible();
  });

  it('older pages of a long chat come as the reader scrolls up', async () => {
    server.givenTurns(80);
    await openChat();
    await expect.element(log.getByText('Stored answer 80', { exact: true })).toBeVisible();
    await expectCount(log.getByText('Stored question 1', { exact: true }), 0);
    await scrollUpTo('Stored question 1');
  });

  it('older pages can be read again when a stalled connection gives no answer', async () => {
    server.givenTurns(80);
    await openChat();
    await expect.element(log.getByText('Stored answer 80', { exact: true })).toBeVisible();
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    held('getChatHistory', unreachable());
    await userEvent.wheel(log, { delta: { y: -40_000 } });
    await expect.element(page.getByText('Loading older messages')).toBeVisible();
    time.abort(new DOMException('', 'TimeoutError'));
    await expect.element(page.getByText('Older messages could not be loaded.')).toBeVisible();
    timeout.mockRestore();
    server.start();
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await scrollUpTo('Stored question 1');
  });

  it('a reader who scrolls up stays there when a reply comes; Jump to latest shows the reply', async () => {
    server.givenTurns(30);
    await openChat();
    await expect.element(log.getByText('Stored answer 30', { exact: true })).toBeInViewport();
    const reply = server.replyByHand();
    await send('Go on');
    await reply.started;
    await scrollUpTo('Stored question 1');
    await expect.element(jump).toBeVisible();
    reply.write('The last line.');
    reply.end();
    await expectCount(stop, 0);
    expect(log.getByText('The last line.').elements().filter(isInView)).toEqual([]);
    await jump.click();
    await expect.element(log.getByText('The last line.')).toBeInViewport();
  });

  it('a reader who drags up slowly stays there when a reply comes', async () => {
    server.givenTurns(30);
    await openChat();
    await expect.element(log.getByText('Stored answer 30', { exact: true })).toBeInViewport();
    const reply = server.replyByHand();
    await send('Go on');
    await reply.started;
    await expect.element(log.getByText('Go on', { exact: true })).toBeInViewport();
    for (let step = 0; step < 10; step += 1) await moveUp(3);
    await expect.element(jump).toBeVisible();
    reply.write(`${'A line.\n\n'.repeat(40)}The last line.`);
    reply.end();
    await expectCount(stop, 0);
    expect(log.getByText('The last line.').elements().filter(isInView)).toEqual([]);
  });

  it('a reader who scrolls up and discards the only message that they sent stays there', async () => {
    await openLongChatThatRefuses();
    await send('Hello');
    await discardFromAbove('Hello');
  });

  it('a reader who scrolls up and discards the newer of two refused messages stays there', async () => {
    await openLongChatThatRefuses();
    await send('Hello');
    await expect.element(article('Hello').getByRole('button', { name: 'Discard' })).toBeVisible();
    await send('Goodbye');
    await discardFromAbove('Goodbye');
    await expectCount(article('Hello'), 1);
  });
});

/** Opens a chat that is longer than the screen, in which the server refuses each message. */
async function openLongChatThatRefuses(): Promise<void> {
  Object.assign(server.newest().messages[0] ?? {}, { content: 'A line.\n\n'.repeat(100) });
  await openChat();
  expectOnConsole(/The message was refused: quota_exceeded/);
  server.refuseFrames('chat', 'quota_exceeded');
}

/** Scrolls far up, discards the refused message below, and expects that the messages have not moved. */
async function discardFromAbove(text: string): Promise<void> {
  const discard = article(text).getByRole('button', { name: 'Discard' });
  await expect.element(discard).toBeInViewport();
  const element = discard.element();
  await moveUp(2_000);
  await expect.element(jump).toBeVisible();
  const { scrollTop } = log.element();
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expectCount(article(text), 0);
  await expect.element(composer).toHaveFocus();
  await expect.element(jump).toBeVisible();
  expect(log.element().scrollTop).toBe(scrollTop);
}

/** Moves the messages up by the pixels, and waits for the scroll event. */
function moveUp(pixels: number): Promise<void> {
  const { promise: moved, resolve } = Promise.withResolvers<void>();
  const element = log.element();
  element.addEventListener('scroll', () => resolve(), { once: true });
  element.scrollTop -= pixels;
  return moved;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

describe('a like', () => {
  it('the heart flips at once, stays on a reload, and is on replies alone [S2.like.1 S4.like.1 S4.like.2]', async () => {
    await openChat();
    await send('Do you like this?');
    const like = heart('A plain reply.');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    server.holdFrames('likeMessage');
    await like.click();
    await expect.element(like).toHaveAttribute('aria-pressed', 'true');
    server.accept('likeMessage');
    await expect.element(log.getByText(/thank you/i)).toBeInViewport();
    await expectCount(log.getByRole('button', { name: 'Like' }), 1);
    await expectCount(jump, 0);
    await reopenApp();
    await expect.element(like).toHaveAttribute('aria-pressed', 'true');
    await like.click();
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible();
  });

  it('a like on another device is shown', async () => {
    server.givenTurns(1);
    const { chatId } = server.newest();
    await openChat();
    const like = heart('Stored answer 1');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    push({ type: 'messageLiked', data: { chatId, messageIndex: 2, liked: true } });
    await expect.element(like).toHaveAttribute('aria-pressed', 'true');
  });

  it('the click on a heart does not reach the message [S4.like.3]', async () => {
    await openChat();
    await send('Do you like this?');
    let reached = 0;
    const count = () => {
      reached += 1;
    };
    document.addEventListener('click', count);
    await heart('A plain reply.').click();
    await expect.element(heart('A plain reply.')).toHaveAttribute('aria-pressed', 'true');
    expect(reached).toBe(0);
    await plain.click();
    document.removeEventListener('click', count);
    expect(reached).toBe(1);
  });

  it('a like that fails is taken back', async () => {
    await openChat();
    await send('Do you like this?');
    await expect.element(heart('A plain reply.')).toBeVisible();
    server.holdFrames('likeMessage');
    await heart('A plain reply.').click();
    await expect.element(heart('A plain reply.')).toHaveAttribute('aria-pressed', 'true');
    server.refuseFrames('likeMessage', 'message_not_found');
    await expect.element(heart('A plain reply.')).toHaveAttribute('aria-pressed', 'false');
  });

  it('after a like the thanks are scrolled to, also when they are far away [S4.like.4 S4.like.5]', async () => {
    server.givenTurns(30);
    await openChat();
    const thanks = log.getByText(/thank you/i);
    for (const answer of ['Stored answer 1', 'Stored answer 2']) {
      await scrollUpTo(answer);
      expect(thanks.elements().filter(isInView)).toEqual([]);
      await articles
        .filter({ has: page.getByText(answer, { exact: true }) })
        .getByRole('button', { name: 'Like' })
        .click();
      await expect.element(thanks.last()).toBeInViewport();
    }
    await heart('Stored answer 30').click();
    await expect.element(thanks.last()).toBeInViewport();
  });
});

it('a message can be copied, and a refused clipboard is reported', async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await openChat();
  await send('Copy **this**');
  const copy = article('A plain reply.').getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect.element(article('A plain reply.').getByText('Copied', { exact: true })).toBeVisible();
  await article('Copy **this**').getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => copied).toEqual(['A plain reply.', 'Copy **this**']);
  const refuse = () => Promise.reject(new Error());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: refuse } });
  await copy.click();
  await expect.element(article('A plain reply.').getByText('Could not copy')).toBeVisible();
});

it('the last message can be changed and sent again; Escape closes the editor, and keeps the typed text', async () => {
  await openChat();
  await send('What is teh answer?');
  await expect.element(plain).toBeVisible();
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  await expect.element(editor).toHaveFocus();
  await editor.fill('What is the answer?');
  for (const key of ['Enter', 'Escape']) expect(endComposition(editor, key)).toBe(true);
  await press('{Escape}');
  await expectCount(editor, 0);
  await expect.element(log.getByText('What is teh answer?')).toBeVisible();
  await focusOn(edit);
  await press('{Enter}');
  await expect.element(editor).toHaveValue('What is the answer?');
  await expectAccessible();
  server.replyWith('Forty-two.');
  await press('{Enter}');
  await expect.element(log.getByText('Forty-two.')).toBeVisible();
  await expect.element(log.getByText('What is the answer?')).toBeVisible();
  await expectCount(log.getByText('What is teh answer?'), 0);
  await expectCount(plain, 0);
  await expect.element(composer).toHaveFocus();
  expect(
    server
      .newest()
      .messages.slice(-2)
      .map(({ content }) => content),
  ).toEqual(['What is the answer?', 'Forty-two.']);
  expect(chatFrames().at(-1)?.data).toMatchObject({ versionOf: 1, path: [[0, 0]] });
});

it('a message that another device edits is replaced by its new version, and so is its reply', async () => {
  server.givenTurns(1);
  await openChat();
  await expect.element(article('Stored answer 1')).toBeVisible();
  askElsewhere('Asked better', 3, [{ from: 3, versionOf: 1 }]);
  answerElsewhere('Forty-two.', 4);
  await expectTexts(articles, [/./, /Asked better/, /^Forty-two\./]);
});

it('an open editor keeps its text while a reply runs, sends nothing meanwhile, and never takes the focus', async () => {
  await openChat();
  await send('First question');
  await expect.element(plain).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await editor.fill('First question, changed');
  const reply = server.replyByHand();
  await composer.fill('Second question');
  await press('{Enter}');
  await reply.started;
  const sendEdit = articles.filter({ has: editor }).getByRole('button', { name: 'Send', exact: true });
  await expect.element(sendEdit).toBeDisabled();
  await expect.element(editor).toHaveValue('First question, changed');
  await editor.click();
  await press('{Enter}');
  await expect.element(editor).toHaveFocus();
  await composer.click();
  await press('Third ');
  reply.write('Written.');
  reply.end();
  await expect.element(sendEdit).toBeEnabled();
  await press('question');
  await expect.element(composer).toHaveValue('Third question');
  await expect.element(editor).toHaveValue('First question, changed');
  expect(sentTexts()).toEqual(['First question', 'Second question']);
});

it('an open editor stays when another device edits an earlier message, and sends a version of its own', async () => {
  server.givenChats(1);
  server.givenTurns(2);
  await openChat();
  await article('Stored question 2').getByRole('button', { name: 'Edit' }).click();
  await editor.fill('Half a rewrite');
  askElsewhere('Asked elsewhere', 5, [{ from: 5, versionOf: 1 }]);
  await expect.element(page.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible();
  await expect.element(editor).toHaveValue('Half a rewrite');
  await expect.element(editor).toHaveFocus();
  await press('{Enter}');
  await expect
    .poll(() => chatFrames().at(-1)?.data)
    .toMatchObject({ versionOf: 3, message: 'Half a rewrite' });
});

it('on a phone, arrows show the versions of a message; one that cannot be read leaves the one on screen', async () => {
  server.givenTurns(3);
  const { messages } = server.newest();
  const branches = [
    { from: 3, versionOf: 1 },
    { from: 5, versionOf: 3 },
  ];
  const readVersion = () =>
    answer('getChatHistory', ({ input: { through = '5' } }) => {
      const path = messages.filter(({ messageIndex: at }) => [0, +through, +through + 1].includes(at));
      return { messages: { messages: path }, branches };
    });
  const version = (n: number) => page.getByRole('group', { name: `Version ${n} of 3` });
  const previous = page.getByRole('button', { name: 'Previous version' });
  const shown = (n: number) => [/./, new RegExp(`^Stored question ${n}`), new RegExp(`^Stored answer ${n}`)];
  readVersion();
  await narrow();
  await openChat();
  await expect.element(version(3)).toBeVisible();
  answer('getChatHistory', unreachable());
  await previous.click();
  await expect.element(page.getByText('This version could not be loaded.')).toBeVisible();
  await expectTexts(articles, shown(3));
  await expectAccessible();
  readVersion();
  await previous.click();
  await expect.element(version(2)).toBeVisible();
  await expectTexts(articles, shown(2));
  await previous.click();
  await expect.element(version(1)).toBeVisible();
  await expectTexts(articles, shown(1));
});

describe('a refused message', () => {
  it('stays in its place, also after a reload; it can be changed and sent', async () => {
    await openChat();
    expectOnConsole(/The message was refused: quota_exceeded/);
    server.refuseFrames('chat', 'quota_exceeded');
    await send('One too many');
    const unsent = article('One too many');
    await expect.element(unsent.getByText('Not sent')).toBeVisible();
    await expectTexts(page.getByRole('status').filter({ hasText: 'Not sent' }), [
      /^Not sent\. .*daily limit/,
    ]);
    await expectAccessible();
    server.accept('chat');
    await reopenApp();
    await expect.element(unsent.getByText('Not sent')).toBeVisible();
    await send('Said later');
    await expect.element(plain).toBeInViewport();
    const order = [/./, /One too many/, /Said later/, /A plain/];
    await expectTexts(articles, order);
    await reopenApp();
    await expectTexts(articles, order);
    await unsent.getByRole('button', { name: 'Edit' }).last().click();
    await editor.fill('One that fits');
    server.replyWith('It fits.');
    await press('{Enter}');
    await expect.element(log.getByText('It fits.')).toBeInViewport();
    await expectCount(unsent, 0);
    expect(
      server
        .newest()
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Said later', 'A plain reply.', 'One that fits', 'It fits.']);
  });

  it('after a tall message that was refused, the view follows what is sent next', async () => {
    await openChat();
    expectOnConsole(/The message was refused: quota_exceeded/);
    server.refuseFrames('chat', 'quota_exceeded');
    await send(Array.from({ length: 120 }, (_, i) => `Line ${i}`).join('\n'));
    const unsent = article('Line 119');
    await expect.element(unsent.getByText('Not sent')).toBeInViewport();
    server.accept('chat');
    server.replyWith(...Array.from({ length: 40 }, (_, i) => `Reply ${i}.\n\n`), 'The last line.');
    await send('Something short');
    const last = log.getByText('The last line.');
    await expect.element(last).toBeInViewport();
    await expectCount(stop, 0);
    await expect.element(last).toBeInViewport();
    await reopenApp();
    await expect.element(last).toBeInViewport();
    // At the top, the list shows the beginning of the tall message, and the click scrolls down to its button.
    await expect
      .poll(
        async () => {
          await userEvent.wheel(log, { delta: { y: -400 } });
          return unsent.elements().length;
        },
        { interval: 300 },
      )
      .toBe(1);
    await unsent.getByRole('button', { name: 'Discard' }).click();
    await expectCount(unsent, 0);
    await expect.element(composer).toHaveFocus();
    await reopenApp();
    await expect.element(last).toBeInViewport();
    await expectCount(unsent, 0);
  });
});

it('the chat screen is accessible, light and dark, wide and narrow', async () => {
  await openChat();
  await send('Show me a `table`');
  await expect.element(plain).toBeVisible();
  await expectAccessible();
  await narrow();
  await expectAccessible();
  await openMenu.click();
  await expectAccessible();
});
