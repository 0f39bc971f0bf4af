/** The guest chat: without an account, with what a guest may do and nothing else. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { address, heading, openApp, reopenApp, USER } from '../../../../test/components/app.tsx';
import {
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
  withFakeTime,
} from '../../../../test/components/browser.ts';
import {
  composer,
  link,
  log,
  more,
  morePages,
  openChat,
  sendButton,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, asked, broken, held, refuse } from '../../../../test/components/server.ts';
import { push, pushText, refuseConnections } from '../../../../test/components/socket.ts';
import { guestStorage } from '../../lib/guest-storage.ts';

startChats();

/** 'Message' and the product's name, without ellipsis (docs/spec.md 2.8). */
const input = page.getByPlaceholder(/^Message [^.]+$/);
const mine = log.getByRole('article', { name: 'You' });
const alert = page.getByRole('alert');
const welcome = log.getByText(/^Hello!/);

async function openGuestChat(path = '/guest'): Promise<void> {
  await openApp(path);
  await expect.element(welcome).toBeVisible();
}

async function say(text: string): Promise<void> {
  await input.fill(text);
  await expect.element(sendButton).toBeEnabled();
  await input.click();
  await press('{Enter}');
}

it('/guest has a sidebar with only a New Chat button, which goes to /login [S2.guest-routes.2 S2.guest.1 S6.guest.2]', async () => {
  await openGuestChat();
  expect(document.querySelectorAll('#sidebar :is(a, button, input)')).toHaveLength(1);
  const newChat = page.getByRole('link', { name: 'New Chat' });
  await expect.element(newChat).toHaveAttribute('href', '/login');
});

it('/unauthenticated-chat is the same chat without a sidebar [S2.guest-routes.1]', async () => {
  server.replyWith('Said on one screen.');
  await openGuestChat('/unauthenticated-chat');
  await expectCount(page.getByRole('button', { name: /menu/ }), 0);
  await expectCount(page.getByText('New Chat'), 0);
  await say('Hello from here');
  await expect.element(log.getByText('Said on one screen.')).toBeVisible();
  await reopenApp('/guest');
  await expect.element(log.getByText('Said on one screen.')).toBeVisible();
});

it.each(['"error":{"code":"internal","message":""}', '"error":{}', '"a":1'])(
  'a guest chat that is refused without a word, %s, says that it failed [S8.creation.1]',
  async (words) => {
    server.holdFrames('initChat');
    await openApp('/unauthenticated-chat');
    await expect.poll(() => server.frames.length).toBeGreaterThan(0);
    pushText(`{"type":"ack","id":"${server.frames.at(-1)?.id}",${words}}`);
    await expect.element(alert).toMatchTextContent('Chat initialization failed');
  },
);

it('a message of a guest that was refused is still there after a reload, and can be sent again', async () => {
  expectOnConsole(/The message was refused/);
  server.replyWith('Heard now.');
  await openGuestChat();
  server.refuseFrames('chat', 'internal', 'Not just now.');
  await say('Hear me');
  await expect.element(mine.getByText('Not just now.')).toBeVisible();
  await reopenApp();
  await expect.element(mine).toMatchTextContent('Hear me');
  await expect.element(mine.getByText('Not just now.')).toBeVisible();
  await expectAccessible();
  server.accept('chat');
  await mine.getByRole('button', { name: 'Retry' }).click();
  await expect.element(log.getByText('Heard now.')).toBeVisible();
  await expectCount(mine, 1);
  await expectCount(mine.getByText('Not just now.'), 0);
});

it('the input has a placeholder without ellipsis, and a blank text is not sent [S2.guest.3 S2.guest.4]', async () => {
  await openGuestChat();
  await expect.element(page.getByRole('textbox')).toHaveAttribute('placeholder', 'Message Parley');
  await expect.element(sendButton).toBeDisabled();
  await input.fill(' \n ');
  await expect.element(sendButton).toBeDisabled();
  await press('{Enter}');
  await expectCount(mine, 0);
  expect(server.frames.map(({ action }) => action)).toEqual(['initChat']);
});

it('a chat that cannot be opened says so, and opens when it can', async () => {
  refuseConnections(true);
  await openApp('/guest');
  await expect.element(page.getByText('Reconnecting...')).toBeVisible();
  await expectAccessible();
  refuseConnections(false);
  await expect.element(welcome).toBeVisible();
});

it('a message that the server is too busy to take is shown as kept, and is sent again by itself', async () => {
  await openGuestChat();
  server.replyWith('Heard now.');
  server.refuseAtGateway('chat', Number.POSITIVE_INFINITY);
  await say('Are you busy?');
  const notice = page.getByText('Busy right now. Your message is kept, and is sent again by itself.');
  await expect.element(notice).toBeVisible();
  await expectAccessible();
  server.refuseAtGateway('chat', 0);
  await expect.element(log.getByText('Heard now.')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await expectCount(mine, 1);
});

it('a page whose connection was displaced says so, and continues with the next message', async () => {
  await openGuestChat();
  push({ type: 'displaced' });
  const notice = page.getByText(/^Paused here, because you have too many tabs open/);
  await expect.element(notice).toBeVisible();
  await expectAccessible();
  server.replyWith('Here again.');
  await say('Are you there?');
  await expect.element(log.getByText('Here again.')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

it('a message of the guest’s other tab is shown, and its reply as it grows', async () => {
  await openGuestChat();
  const { chatId } = server.newest();
  const from = { ...{ chatId, requestId: 'other-tab' }, createdAt: '2026-01-01T12:00:00.000Z' };
  push({ type: 'userMessage', data: { ...from, messageIndex: 1, content: 'From the first tab' } });
  await expectTexts(mine, [/From the first tab/]);
  const delta = { ...{ chatId, requestId: 'other-tab', messageIndex: 2 }, attempt: 1 };
  push({ type: 'assistantDelta', data: { ...delta, offset: 0, text: 'To both ' } });
  await expect.element(log.getByText('To both', { exact: true })).toBeVisible();
  const reply = { ...from, messageIndex: 2, role: 'assistant', status: 'complete' } as const;
  push({ type: 'assistantMessage', data: { ...reply, content: 'To both of you.' } });
  await expect.element(log.getByText('To both of you.')).toBeVisible();
});

it('a refused chat can be asked for again', async () => {
  server.refuseFrames('initChat', 'too_many_requests', 'Too many attempts.');
  await openApp('/guest');
  await expect.element(alert).toMatchTextContent('Too many attempts.');
  await expectAccessible();
  server.accept('initChat');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(welcome).toBeVisible();
});

it('a reply is announced to a screen reader once', async () => {
  await openGuestChat();
  const reply = server.replyByHand();
  await say('Speak to me');
  await reply.started;
  await expectTexts(page.getByRole('status').filter({ hasText: /reply/ }), ['A reply has started.']);
  reply.end();
  await expectTexts(page.getByRole('status').filter({ hasText: /reply/ }), ['The reply is complete.']);
});

it('a reply is announced as started only when the server has accepted the message', async () => {
  await openGuestChat();
  const reply = server.replyByHand();
  const began = page.getByRole('status').filter({ hasText: 'A reply has started.' });
  server.refuseAtGateway('chat', Number.POSITIVE_INFINITY);
  await say('Are you busy?');
  await expect.element(page.getByText('Busy right now.')).toBeVisible();
  await expectCount(began, 0);
  server.refuseAtGateway('chat', 0);
  await reply.started;
  await expect.element(began).toBeInTheDocument();
  reply.end();
});

it.each([
  ['stopped', 'Stopped'],
  ['truncated', 'Cut off: the reply reached its length limit.'],
  ['filtered', 'The model’s provider withheld the rest of this reply.'],
] as const)('a reply that was %s is announced in the words on the screen', async (status, words) => {
  await openGuestChat();
  const reply = server.replyByHand();
  await say('Speak to me');
  await reply.started;
  reply.write('Once');
  reply.end(status);
  await expect.element(log.getByText(words)).toBeVisible();
  await expectTexts(page.getByRole('status').filter({ hasText: /\S/ }), [words]);
});

it('an expired guest chat is replaced by a new one, which says so', async () => {
  await openGuestChat();
  const before = localStorage.getItem('guestChatId');
  server.chats = [];
  await reopenApp();
  await expect
    .element(
      page.getByText('Your earlier guest chat has expired, or is in an account now. This is a new one.'),
    )
    .toBeVisible();
  expect(localStorage.getItem('guestChatId')).not.toBe(before);
  await expectAccessible();
});

it('a guest whose chat has expired sees why no new one can be opened, and keeps the text over a reload', async () => {
  expectOnConsole(/The message was refused/);
  await openGuestChat();
  server.refuseFrames('chat', 'chat_not_found');
  server.refuseFrames('initChat', 'too_many_requests', 'Too many new chats.');
  await say('Are you there?');
  await expect.element(alert).toMatchTextContent('Too many new chats.');
  await expectAccessible();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(input).toHaveFocus();
  server.chats = [];
  server.accept('initChat');
  await reopenApp();
  await expect.element(input).toHaveValue('Are you there?');
  await expectCount(alert, 0);
});

describe('the day’s messages', () => {
  it('a guest is told what is left before the limit is reached', async () => {
    server.quota = { ...server.quota, limit: 10, left: 10 };
    await openGuestChat();
    await say('First.');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    const line = page.getByText(/messages left today/);
    await expectCount(line, 0);
    server.quota = { ...server.quota, left: 4 };
    await say('Seventh.');
    await expect.element(line).toMatchTextContent(/^3 of 10 messages left today\./);
    await expectAccessible();
  });

  it('a guest at the day’s quota sees that, keeps the text and is offered the waitlist', async () => {
    expectOnConsole(/The message was refused/);
    await openGuestChat();
    server.refuseFrames('chat', 'guest_quota_exceeded');
    await say('One too many');
    await expect.element(alert).toMatchTextContent('No more guest messages can be sent today.');
    await expect.element(alert).toMatchTextContent(/Resets at 00:00 UTC \(.*in \d+ (?:h|min)\)\./);
    await expect.element(alert.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/');
    await expect.element(alert.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    await expect.element(input).toHaveValue('One too many');
    await expectCount(mine, 0);
    await expectAccessible();
    await reopenApp();
    await expect.element(input).toHaveValue('One too many');
    server.accept('chat');
    server.replyWith('Good morning.');
    await sendButton.click();
    await expect.element(log.getByText('Good morning.')).toBeVisible();
  });

  it('a guest who was refused before midnight in UTC is no longer told so after it', async () => {
    expectOnConsole(/The message was refused/);
    await openGuestChat();
    server.refuseFrames('chat', 'guest_quota_exceeded');
    await withFakeTime(async (pass) => {
      vi.setSystemTime('2026-11-27T23:58:30Z');
      await say('One too many');
      await expect.element(alert).toMatchTextContent(/Resets at 00:00 UTC \(.*in 2 min\)\./);
      await pass(120_000);
      await expectCount(alert, 0);
    });
  });
});

it('the guest chat is accessible, light and dark, wide and narrow, and all of it by keyboard', async () => {
  server.replyWith('Read me.');
  await openGuestChat();
  await expect.element(input).toHaveFocus();
  await press('Only keys{Enter}');
  await expect.element(log.getByText('Read me.')).toBeVisible();
  await expectTexts(mine, [/Only keys/]);
  await expectAccessible();
  await narrow();
  await expectAccessible();
  const menu = page.getByRole('button', { name: 'Open menu' });
  await focusOn(menu);
  await press('{Enter}');
  await expect.element(page.getByRole('link', { name: 'New Chat' })).toHaveFocus();
  await expectAccessible();
  await press('{Escape}');
  await expect.element(menu).toHaveFocus();
});

const guestChatId = '0123456789abcdef0123456789abcdef';
const offer = page.getByRole('region', { name: 'Your guest chat' });
const keep = offer.getByRole('button', { name: /^Keep/ });

/** Makes the browser that of a guest who has written in a chat. */
function givenGuestChat(): void {
  guestStorage.setChatId(guestChatId);
  guestStorage.noteWritten(guestChatId);
}

/** Opens the chats, with an announcement. It is drawn with the offer, if the page makes one, or before it. */
async function openWithAnnouncement(open: () => Promise<void>): Promise<void> {
  server.announcement = { id: 'a', text: 'Maintenance tonight', level: 'info' };
  await open();
  await expect.element(page.getByRole('region', { name: 'Announcement' })).toBeVisible();
  await import('./guest/claim-offer.tsx');
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
}

describe('a guest chat that is kept', () => {
  const pathOf = (name: string) => `/chat/${server.chats.find((chat) => chat.name === name)?.chatId}`;

  beforeEach(() => {
    server.givenChats(3);
    givenGuestChat();
  });

  /** Presses Keep. The account's new chat will be Stored chat 1. */
  async function startKeeping() {
    const { chatId, name, createdAt } = server.chats[2] ?? server.newest();
    const claim = held('claimGuestChat', { chatId, name, createdAt });
    await keep.click();
    await expect.element(keep).toMatchTextContent('Keeping it...');
    return claim;
  }

  it('is opened, also when the page has opened the newest chat meanwhile', async () => {
    const { chatId, name, createdAt } = server.newest();
    const list = held('getChats', { chats: [{ chatId, name, createdAt }] });
    await openApp('/chat', USER);
    const claim = await startKeeping();
    expect(address()).toBe('/chat');
    await list.release();
    await expect.poll(address).toBe(pathOf('Stored chat 3'));
    await claim.release();
    await expect.poll(address).toBe(pathOf('Stored chat 1'));
    await expectCount(offer, 0);
    expect(guestStorage.chatId()).toBeUndefined();
  });

  it('does not take the user out of a chat that was opened meanwhile', async () => {
    await openChat();
    const claim = await startKeeping();
    await link('Stored chat 2').click();
    await expect.poll(address).toBe(pathOf('Stored chat 2'));
    await claim.release();
    await expectCount(offer, 0);
    expect(address()).toBe(pathOf('Stored chat 2'));
    expect(guestStorage.chatId()).toBeUndefined();
  });

  it('does not take the user out of another page', async () => {
    await openChat();
    const claim = await startKeeping();
    await more.click();
    await morePages.getByRole('link', { name: 'Support' }).click();
    await expect.element(heading('Support')).toBeVisible();
    await claim.release();
    expect(address()).toBe('/support');
    expect(guestStorage.chatId()).toBeUndefined();
  });
});

it('the offer to keep the guest chat is not made again after ‘Not now’, and leaves the focus in the input', async () => {
  givenGuestChat();
  await openChat();
  await expect.element(offer).toMatchTextContent('Keep the chat you had as a guest?');
  await expect.element(composer).toHaveFocus();
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expectCount(offer, 0);
  await expect.element(composer).toHaveFocus();
  await openWithAnnouncement(reopenApp);
  await expectCount(offer, 0);
  expect(guestStorage.chatId()).toBe(guestChatId);
});

it('no offer is made to keep a guest chat in which the guest has not written', async () => {
  await openGuestChat();
  server.chats.shift();
  await openWithAnnouncement(openChat);
  await expectCount(offer, 0);
  expect(guestStorage.chatId()).toBeDefined();
});

it('the offer to keep a guest chat that is gone ends without an error, and is not made again', async () => {
  givenGuestChat();
  answer('claimGuestChat', refuse('chat_not_found'));
  await openChat();
  await keep.click();
  await expectCount(offer, 0);
  await expect.element(composer).toHaveFocus();
  await expectCount(alert, 0);
  expect(asked('claimGuestChat').map(({ body }) => body)).toEqual([{ guestChatId }]);
  expect(guestStorage.chatId()).toBeUndefined();
});

it('the offer to keep the guest chat leaves the focus on the button when the claim fails', async () => {
  givenGuestChat();
  await openChat();
  const claim = held('claimGuestChat', broken());
  await focusOn(keep);
  await press('{Enter}');
  await expect.element(keep).toMatchTextContent('Keeping it...');
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true');
  await press('{Enter}');
  await offer.getByRole('button', { name: 'Not now' }).click({ force: true });
  await expect.element(offer).toBeVisible();
  await focusOn(keep);
  await claim.release();
  await expect.element(offer.getByRole('alert')).toBeVisible();
  await expect.element(keep).toHaveFocus();
  expect(asked('claimGuestChat')).toHaveLength(1);
});
