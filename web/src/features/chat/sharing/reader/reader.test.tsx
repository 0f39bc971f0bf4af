/** The page of a shared chat, for users and visitors. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SharedMessage, SharedPart } from '#contract/sharing';
import { expectAccessible } from '../../../../../../test/components/accessible.ts';
import { address, openApp, reopenApp, title, USER } from '../../../../../../test/components/app.tsx';
import {
  emulateMedia,
  expectCount,
  expectTexts,
  narrow,
  setOnline,
} from '../../../../../../test/components/browser.ts';
import { composer } from '../../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../../test/components/chats.ts';
import {
  answer,
  asked,
  givenConfig,
  held,
  refuse,
  unreachable,
} from '../../../../../../test/components/server.ts';

startChats();

const AT = '2026-11-23T08:00:00.000Z';
const PATH = `/s/${'a'.repeat(32)}`;
const heading = page.getByRole('heading', { level: 1 });
const articles = page.getByRole('article');
const more = page.getByRole('button', { name: 'Show more messages' });
const goOn = page.getByRole('button', { name: 'Continue this chat' });
const report = page.getByRole('dialog', { name: 'Report this chat' });

const said = (role: SharedMessage['role'], content: string, rest: Partial<SharedMessage> = {}) =>
  ({ role, content, createdAt: AT, status: 'complete', ...rest }) as const;
const REPLY = said('assistant', 'A *talk* between enemies.', {
  model: 'Gemini 2.5',
  trueModel: 'Gemma 4 31B, by Google, on Bedrock',
});
const part = (rest: Partial<SharedPart> = {}): SharedPart => ({
  ...{ name: 'Parleys', updatedAt: AT, version: 1 },
  messages: [said('user', 'What is a parley?'), REPLY],
  ...rest,
});

beforeEach(() => {
  givenConfig({ sharing: 'anyone' });
  answer('readShare', part());
  answer('readPublicShare', part());
});

describe('a shared chat', () => {
  it('shows its name, its date, the messages as in a chat, the models and the names of files', async () => {
    const files = [{ name: 'صورة.png', kind: 'image' as const }];
    const stopped = said('assistant', '# And\n\nmore', { status: 'stopped' });
    answer(
      'readShare',
      part({ messages: [said('user', 'What?', { files }), REPLY, said('user', 'And?'), stopped] }),
    );
    await openApp(PATH, USER);
    await expect.element(heading).toHaveTextContent('Parleys');
    await expect.poll(title).toMatch(/^Parleys · /);
    await expect.element(page.getByText(/^A shared chat, as of .*2026/)).toBeVisible();
    await expectTexts(articles, [
      /صورة\.png ?What\?$/,
      /^A talk between enemies\. ?Gemini 2\.5 ?Gemma 4 31B, by Google, on Bedrock/,
      'And?',
      /^And ?more ?Stopped/,
    ]);
    expect(articles.nth(1).element().querySelector('em')?.textContent).toBe('talk');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    await expectAccessible();
  });

  it('on paper has its name and all its messages, without the bar and the buttons', async () => {
    const messages = Array.from({ length: 20 }, (_, i) => said('user', `Question ${i + 1}`));
    answer('readPublicShare', part({ messages, nextPart: 1 }));
    await openApp(PATH);
    await expectCount(articles, 20);
    await emulateMedia({ media: 'print' });
    const main = page.getByRole('main').element();
    expect(main.scrollHeight).toBe(main.clientHeight);
    expect(main.clientHeight).toBeGreaterThan(window.innerHeight);
    await expect.element(heading).toBeVisible();
    await expect.element(page.getByText('Question 20')).toBeVisible();
    for (const hidden of [page.getByRole('banner'), page.getByRole('link'), page.getByRole('button')])
      await expectCount(hidden, 0);
  });

  it('of several parts shows the next part, and starts over when the author has updated it meanwhile', async () => {
    answer('readShare', ({ input }) =>
      input.part === '0' ? part({ nextPart: 1 }) : part({ messages: [said('user', 'More?')], nextPart: 2 }),
    );
    await openApp(PATH, USER);
    await more.click();
    await expectCount(articles, 3);
    answer('readShare', unreachable());
    await more.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('More messages could not be loaded.');
    await expectCount(articles, 3);
    answer('readShare', ({ input }) =>
      input.part === '0'
        ? part({ version: 2, messages: [said('user', 'New?')], nextPart: 1 })
        : part({ version: 2, messages: [said('user', 'Later?')] }),
    );
    await more.click();
    await expect.element(page.getByText(/^The author has updated this chat\./)).toBeVisible();
    await expectTexts(articles, ['New?']);
    await more.click();
    await expectTexts(articles, ['New?', 'Later?']);
    await expectCount(more, 0);
  });

  it('that an update has shortened meanwhile is read again from its beginning', async () => {
    answer('readShare', ({ input }) =>
      input.part === '0' ? part({ nextPart: 1 }) : refuse('share_not_found'),
    );
    await openApp(PATH, USER);
    await expect.element(more).toBeVisible();
    answer('readShare', ({ input }) =>
      input.part === '0'
        ? part({ version: 2, messages: [said('user', 'Short')] })
        : refuse('share_not_found'),
    );
    await more.click();
    await expectTexts(articles, ['Short']);
  });

  it('that is no longer shared when more is read says so', async () => {
    answer('readShare', ({ input }) =>
      input.part === '0' ? part({ nextPart: 1 }) : refuse('share_not_found'),
    );
    await openApp(PATH, USER);
    await expect.element(more).toBeVisible();
    answer('readShare', refuse('share_not_found'));
    await more.click();
    await expect.element(heading).toHaveTextContent('There is no shared chat here');
  });

  it('that was shown before and has ended says so to a user, who is led to the chats', async () => {
    await openApp(PATH, USER);
    await expectCount(articles, 2);
    answer('readShare', refuse('share_not_found'));
    await reopenApp();
    await expect.element(heading).toHaveTextContent('There is no shared chat here');
    await expectCount(articles, 0);
    await expectAccessible();
    await page.getByRole('link', { name: 'Your chats' }).click();
    await expect.element(composer).toBeVisible();
  });

  it('that could not be loaded can be loaded again', async () => {
    answer('readShare', unreachable());
    await openApp(PATH, USER);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check your connection and try again.');
    answer('readShare', refuse('too_many_requests'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Too many attempts.');
    answer('readShare', part());
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectCount(articles, 2);
  });

  it('that could not be loaded without a network comes when the network returns', async () => {
    setOnline(false);
    answer('readShare', unreachable());
    await openApp(PATH, USER);
    await expect.element(page.getByRole('alert')).toBeVisible();
    answer('readShare', part());
    setOnline(true);
    await expectCount(articles, 2);
  });

  it('is continued in a copy that is made once, also after a lost response and a second click', async () => {
    server.givenChats(1);
    const { chatId, name, createdAt } = server.newest();
    answer('continueShare', unreachable());
    await openApp(PATH, USER);
    await goOn.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('The chat could not be copied.');
    const copying = held('continueShare', { chatId, name, createdAt });
    await goOn.click();
    await page.getByRole('button', { name: 'Copying…' }).click({ force: true });
    await copying.release();
    await expect.element(composer).toBeVisible();
    expect(address()).toBe(`/chat/${chatId}`);
    const ids = asked('continueShare').map(({ body }) => JSON.stringify(body));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('whose copy is made when the reader is in a chat leaves the reader there', async () => {
    server.givenChats(2);
    const { chatId } = server.newest();
    const copying = held('continueShare', { chatId: 'copy', name: 'Parleys', createdAt: AT });
    await openApp(PATH, USER);
    await goOn.click();
    await page.getByRole('banner').getByRole('link', { name: 'Parley' }).click();
    await composer.fill('A question');
    await copying.release();
    expect(address()).toBe(`/chat/${chatId}`);
    await expect.element(composer).toHaveValue('A question');
  });

  it.each([
    ['share_not_found', 'This chat is no longer shared.'],
    ['too_many_requests', 'Too many attempts.'],
  ] as const)('whose copy is refused because of %s says so', async (code, words) => {
    answer('continueShare', refuse(code));
    await openApp(PATH, USER);
    await goOn.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(words);
  });

  it('whose copy was deleted since is copied again', async () => {
    server.givenChats(1);
    const { chatId, name, createdAt } = server.newest();
    answer('continueShare', refuse('chat_not_found'));
    await openApp(PATH, USER);
    await goOn.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    answer('continueShare', { chatId, name, createdAt });
    await goOn.click();
    await expect.element(composer).toBeVisible();
    const [first, second] = asked('continueShare').map(({ body }) => JSON.stringify(body));
    expect(second).not.toBe(first);
  });

  it('is reported to the operator, once, with what the reader says', async () => {
    await openApp(PATH, USER);
    await page.getByRole('button', { name: 'Report this chat' }).click();
    const text = report.getByRole('textbox');
    await text.fill('x'.repeat(1_001));
    await report.getByRole('button', { name: 'Send report' }).click({ force: true });
    expect(asked('reportShare')).toEqual([]);
    await text.fill('This is spam.');
    answer('reportShare', unreachable());
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect.element(report.getByRole('alert')).toMatchTextContent('The report could not be sent.');
    await expect.element(text).toHaveValue('This is spam.');
    await expectAccessible();
    answer('reportShare', { message: 'Thank you. Your report was sent.' });
    const before = asked('reportShare').length;
    // Clicks twice before the page renders again.
    const send = report.getByRole('button', { name: 'Send report' }).element();
    for (let i = 0; i < 2; i += 1) if (send instanceof HTMLElement) send.click();
    await expect.element(report.getByText('Thank you. Your report was sent.')).toBeVisible();
    const sent = asked('reportShare').slice(before);
    expect(sent.map(({ body }) => body)).toEqual([{ message: 'This is spam.' }]);
  });
});

describe('a visitor', () => {
  it('reads a chat that is for anyone, without a token, and is led to the login and the waitlist', async () => {
    await openApp(PATH);
    await expectCount(articles, 2);
    expect(asked('readShare')).toEqual([]);
    await expectCount(goOn, 0);
    await expectCount(page.getByRole('button', { name: 'Log in' }), 1);
    expect(sessionStorage.getItem('wantedPage')).toBe(PATH);
    await narrow();
    await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' });
    await expectAccessible();
    await page.getByRole('link', { name: 'Join the waitlist' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });

  it('reports a chat without an account', async () => {
    answer('reportPublicShare', { message: 'Thank you. Your report was sent.' });
    await openApp(PATH);
    await page.getByRole('button', { name: 'Report this chat' }).click();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect.element(report.getByText('Thank you. Your report was sent.')).toBeVisible();
    expect(asked('reportPublicShare')[0]?.body).toEqual({ message: '' });
  });

  it('is told, for each link without a chat for visitors, that an account may be needed', async () => {
    answer('readPublicShare', refuse('share_not_found'));
    await openApp(PATH);
    await expect.element(heading).toHaveTextContent('There is no shared chat here');
    await expect.element(page.getByText(/can only be read with an account\.$/)).toBeVisible();
    await expectCount(page.getByRole('button', { name: 'Log in' }), 1);
    await expectAccessible();
  });
});
