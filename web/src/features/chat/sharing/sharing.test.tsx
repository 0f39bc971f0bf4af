/** Sharing a chat: the dialog, the list of shares, and their failures. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SHARE_ID, type Share, type ShareReaders } from '#contract/sharing';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { address, openApp, USER } from '../../../../../test/components/app.tsx';
import { emulateMedia, expectCount, narrow, press } from '../../../../../test/components/browser.ts';
import { more, openChat, pick, send } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import {
  answer,
  asked,
  givenConfig,
  held,
  refuse,
  unreachable,
} from '../../../../../test/components/server.ts';

startChats();

const AT = '2026-11-23T08:00:00.000Z';
const open = page.getByRole('button', { name: 'Share chat' });
const dialog = page.getByRole('dialog', { name: 'Share chat' });
const create = dialog.getByRole('button', { name: 'Create link' });
const copyLink = page.getByRole('button', { name: 'Copy link' });
const link = page.getByRole('textbox', { name: 'Link' });
const members = page.getByRole('radio', { name: /^People with an account/ });
const anyone = page.getByRole('radio', { name: /^Anyone with the link/ });
const update = page.getByRole('button', { name: 'Update to now' });
const stop = page.getByRole('button', { name: 'Stop sharing' });

let shares: Share[];
let copied: string[];

const given = (part: Partial<Share> = {}): Share => ({
  ...{ shareId: 'a'.repeat(32), chatId: server.newest().chatId, name: 'Chat 1' },
  ...{ createdAt: AT, updatedAt: AT, readers: 'members', messages: 2 },
  ...part,
});

function stored(shareId: string | undefined, part: Partial<Share>): Share | undefined {
  const at = shares.findIndex((share) => share.shareId === shareId);
  const known = shares[at];
  if (known) shares[at] = { ...known, ...part };
  return shares[at];
}

beforeEach(() => {
  givenConfig({ sharing: 'anyone' });
  server.givenTurns(1);
  shares = [];
  copied = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  answer('listShares', () => ({ shares }));
  answer('createShare', ({ input, body }) => {
    const { shareId = '' } = input;
    const known = stored(shareId, {});
    if (known) return known;
    const made = given({ shareId, ...(body as { chatId: string; readers: ShareReaders }) }); // as the contract says
    shares = [made, ...shares];
    return made;
  });
  answer('updateShare', ({ input }) => {
    const { isOutdated: _, ...updated } = stored(input.shareId, { messages: 4 }) ?? expect.fail('no share');
    return updated;
  });
  answer('setShareReaders', ({ input, body }) => {
    const { isOutdated: _, ...changed } =
      stored(input.shareId, body as { readers: ShareReaders }) ?? expect.fail('no share'); // as the contract says
    return changed;
  });
  answer('deleteShare', ({ input }) => {
    shares = shares.filter(({ shareId }) => shareId !== input.shareId);
    return { shareId: input.shareId ?? '' };
  });
});

describe('the dialog to share a chat', () => {
  it('says what is shared, and creates a link for people with an account, which is copied', async () => {
    await openChat();
    await pick('Chat 1', 'Share…');
    await expect.element(dialog.getByText(/^The link shows this chat as it is now\./)).toBeVisible();
    await expect.element(dialog.getByText(/^Not in it: your name and e-mail address/)).toBeVisible();
    await expect.element(members).toBeChecked();
    await expect.element(dialog.getByRole('heading', { name: 'Share chat' })).toHaveFocus();
    await create.click();
    await expect.element(copyLink).toHaveFocus();
    const [{ input, body } = expect.fail('not asked')] = asked('createShare');
    expect(input.shareId).toMatch(SHARE_ID);
    expect(body).toEqual({ chatId: server.newest().chatId, readers: 'members' });
    const address = `${window.location.origin}/s/${input.shareId}`;
    await expect.element(link).toHaveValue(address);
    await copyLink.click();
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied).toEqual([address]);
    await expectCount(update, 0);
  });

  it('tells a screen reader once that the link is ready, and once that the chat is no longer shared', async () => {
    const READY = 'The link is ready.';
    const STOPPED = 'The chat is no longer shared.';
    const heard = (text: string) =>
      dialog
        .getByText(text)
        .elements()
        .filter((element) => !element.closest('[aria-hidden]'));
    await openChat();
    await open.click();
    await create.click();
    await expect.element(dialog.getByRole('status').filter({ hasText: READY })).toBeInTheDocument();
    await expect.element(dialog.getByText(READY).first()).toBeVisible();
    expect(heard(READY)).toHaveLength(1);
    await stop.click();
    await stop.click();
    await expect.element(dialog.getByRole('status').filter({ hasText: STOPPED })).toBeInTheDocument();
    await expect.element(dialog.getByText(STOPPED).first()).toBeVisible();
    expect(heard(STOPPED)).toHaveLength(1);
  });

  it('of a chat with two links says after one is stopped that this link ended, not the sharing', async () => {
    shares = [given(), given({ shareId: 'b'.repeat(32) })];
    await openChat();
    await open.click();
    await stop.first().click();
    await stop.first().click();
    await expectCount(link, 1);
    await expect.element(dialog.getByText('The link leads nowhere now.')).toBeInTheDocument();
    await expect.element(dialog.getByRole('heading', { name: 'Share chat' })).toHaveFocus();
    await expectCount(dialog.getByText('The chat is no longer shared.'), 0);
  });

  it('a second click creates no second link', async () => {
    await openChat();
    await open.click();
    await anyone.click();
    const creating = held('createShare', given({ readers: 'anyone' }));
    // Clicks twice before the page renders again.
    const once = create.element();
    for (let i = 0; i < 2; i += 1) if (once instanceof HTMLElement) once.click();
    const button = dialog.getByRole('button', { name: 'Creating…' });
    await button.click({ force: true });
    await creating.release();
    await expect.element(copyLink).toBeVisible();
    expect(asked('createShare')).toHaveLength(1);
  });

  it('while a link is created its readers cannot be changed, as the request has left with them', async () => {
    await openChat();
    await open.click();
    const creating = held('createShare', unreachable());
    await create.click();
    await expect.element(anyone).toBeDisabled();
    await expect.element(members).toBeChecked();
    await creating.release();
    await anyone.click();
    await expect.element(anyone).toBeChecked();
  });

  it('a link whose response was lost is created once, and gets the readers that were chosen last', async () => {
    await openChat();
    await open.click();
    answer('createShare', ({ input }) => {
      shares = [given({ shareId: input.shareId ?? '' })];
      return unreachable();
    });
    await create.click();
    await expect.element(dialog.getByText(/^The link could not be created\./)).toBeVisible();
    answer('createShare', () => shares[0] ?? expect.fail('no share'));
    await anyone.click();
    await create.click();
    await expect.element(copyLink).toBeVisible();
    await expect.element(anyone).toBeChecked();
    const ids = asked('createShare').map(({ input }) => input.shareId);
    expect(new Set(ids).size).toBe(1);
    expect(shares.map(({ readers }) => readers)).toEqual(['anyone']);
  });

  it.each([
    ['chat_too_long_to_share', 'This chat is too long to be shared.'],
    ['too_many_shares', 'You share 100 chats, which is the most.'],
    ['chat_not_found', 'That chat does not exist.'],
    ['nothing_to_share', 'This chat has no messages to share yet.'],
    ['sharing_not_allowed', 'Chats cannot be shared like this here.'],
  ] as const)('a refusal because of %s shows the reason', async (code, words) => {
    answer('createShare', refuse(code));
    await openChat();
    await open.click();
    await create.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(words);
    await expect.element(create).toBeVisible();
  });

  it('shows the link of a chat that is shared, and updates it when the chat has changed', async () => {
    shares = [given({ isOutdated: true }), given({ shareId: 'b'.repeat(32), chatId: 'another' })];
    await openChat();
    await open.click();
    await expectCount(link, 1);
    await expect
      .element(dialog.getByText(/^2 messages, as of .* · The chat has changed since\.$/))
      .toBeVisible();
    await anyone.click();
    await expect.element(dialog.getByText('Saved.')).toBeVisible();
    await update.click();
    await expect.element(dialog.getByText('The link shows the chat as it is now.')).toBeVisible();
    await expect.element(dialog.getByText(/^4 messages/)).toBeVisible();
    await expectCount(update, 0);
    await expect.element(anyone).toBeChecked();
  });

  it('shows the chosen readers while they are saved, and the stored ones after a failure', async () => {
    shares = [given()];
    await openChat();
    await open.click();
    const saving = held('setShareReaders', unreachable());
    await anyone.click();
    await expect.element(anyone).toBeChecked();
    await saving.release();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('That did not work.');
    await expect.element(members).toBeChecked();
  });

  it('readers chosen while others are saved are saved next, also after a failure; only then it says so', async () => {
    shares = [given({ isOutdated: true })];
    await openChat();
    await open.click();
    const opening = held('setShareReaders', given({ readers: 'anyone' }));
    await anyone.click();
    await members.click();
    await expect.element(members).toBeChecked();
    await expect.poll(() => asked('setShareReaders')).toHaveLength(1);
    const closing = held('setShareReaders', unreachable());
    await opening.release();
    await expect.poll(() => asked('setShareReaders').map(({ body }) => body)).toHaveLength(2);
    await expect.element(members).toBeChecked();
    await expectCount(dialog.getByText('Saved.'), 0);
    await anyone.click();
    await members.click();
    answer('setShareReaders', ({ body }) => given(body as { readers: ShareReaders })); // as the contract says
    await closing.release();
    await expect.element(dialog.getByText('Saved.')).toBeVisible();
    await expect.element(members).toBeChecked();
    await expect.element(update).toBeVisible();
    expect(asked('setShareReaders').map(({ body }) => body)).toEqual(
      ['anyone', 'members', 'anyone', 'members'].map((readers) => ({ readers })),
    );
  });

  it('closed and opened again while its calls run, it shows the outcome of all of them', async () => {
    shares = [given()];
    await openChat();
    await open.click();
    const opening = held('setShareReaders', given({ readers: 'anyone' }));
    await anyone.click();
    await members.click();
    await anyone.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open.click();
    await expect.element(dialog.getByText(/^Looking for links/)).toBeVisible();
    await expect.poll(() => asked('setShareReaders')).toHaveLength(1);
    answer('setShareReaders', ({ body }) => {
      shares = [given(body as { readers: ShareReaders })]; // as the contract says
      return given(body as { readers: ShareReaders });
    });
    await opening.release();
    await expect.element(anyone).toBeChecked();
    expect(asked('setShareReaders').map(({ body }) => body)).toEqual(
      ['anyone', 'members', 'anyone'].map((readers) => ({ readers })),
    );
  });

  it('closed and opened again while it creates a link, it shows that link and offers no second one', async () => {
    await openChat();
    await open.click();
    const creating = held('createShare', given());
    await create.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open.click();
    await expect.element(dialog.getByText(/^Looking for links/)).toBeVisible();
    shares = [given()];
    await creating.release();
    await expect.element(link).toHaveValue(`${window.location.origin}/s/${'a'.repeat(32)}`);
    await expectCount(create, 0);
  });

  it('after a failed change of the readers it shows what the server has', async () => {
    shares = [given()];
    await openChat();
    await open.click();
    answer('setShareReaders', ({ body }) => {
      stored(shares[0]?.shareId, body as { readers: ShareReaders }); // as the contract says
      return unreachable();
    });
    await anyone.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('That did not work.');
    await expect.element(anyone).toBeChecked();
  });

  it('ends a share after a confirmation, and offers a link with another address', async () => {
    shares = [given()];
    await openChat();
    await open.click();
    await stop.click();
    await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await press('{Enter}');
    await expect.element(stop).toHaveFocus();
    expect(asked('deleteShare')).toEqual([]);
    await stop.click();
    await stop.click();
    await expect.element(dialog.getByText('The chat is no longer shared.').first()).toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: 'Share chat' })).toHaveFocus();
    expect(shares).toEqual([]);
    await create.click();
    await expect.element(copyLink).toHaveFocus();
    expect(shares[0]?.shareId).not.toBe('a'.repeat(32));
  });

  it('a failed change is reported and can be retried; a share that ended elsewhere is gone', async () => {
    shares = [given({ isOutdated: true })];
    await openChat();
    await open.click();
    answer('updateShare', unreachable());
    await update.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('That did not work.');
    answer('updateShare', refuse('share_not_found'));
    await update.click();
    await expect.element(create).toBeVisible();
  });

  it('says when the links could not be loaded, and loads them again', async () => {
    answer('listShares', unreachable());
    await openChat();
    await open.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('could not be loaded');
    await expectCount(create, 0);
    const heading = dialog.getByRole('heading', { level: 2 });
    const loading = held('listShares', { shares: [] });
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.element(heading).toHaveFocus();
    await loading.release();
    await expect.element(create).toBeVisible();
    await expect.element(heading).toHaveFocus();
  });

  it('a copy that the browser refuses is reported, with the advice to select the link', async () => {
    shares = [given()];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    });
    await openChat();
    await open.click();
    await copyLink.click();
    await expect.element(dialog.getByText(/^Your browser did not allow copying\./)).toBeVisible();
  });

  it('is accessible, light and dark, wide and narrow', async () => {
    await openChat();
    await open.click();
    await expect.element(create).toBeVisible();
    await expectAccessible();
    await create.click();
    await stop.click();
    await narrow();
    await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' });
    await expectAccessible();
  });
});

it('an empty chat cannot be shared; once it has a reply, it can', async () => {
  server.newest().messages.splice(1);
  await openChat();
  await expect.element(page.getByRole('button', { name: 'Export or copy chat' })).toBeVisible();
  await expectCount(open, 0);
  await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expectCount(page.getByRole('menuitem', { name: 'Share…' }), 0);
  await press('{Escape}');
  await send('What is a parley?');
  await expect.element(open).toBeVisible();
});

it('a temporary chat cannot be shared', async () => {
  await openChat();
  await page.getByRole('button', { name: 'New temporary chat' }).click();
  await expect.element(page.getByRole('button', { name: 'Delete now' })).toBeVisible();
  await send('What is a parley?');
  await expect.element(page.getByText('A plain reply.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export or copy chat' })).toBeVisible();
  await expectCount(open, 0);
});

describe('the list of shares', () => {
  it('shows each share, updates it and ends it', async () => {
    shares = [
      given({ name: 'محادثة 🌍', isOutdated: true }),
      given({ shareId: 'b'.repeat(32), name: 'Another', readers: 'anyone' }),
    ];
    await openApp('/shared', USER);
    const card = (name: string) => page.getByRole('region', { name });
    await expectCount(link, 2);
    await card('محادثة 🌍').getByRole('button', { name: 'Update to now' }).click();
    await expect.element(card('محادثة 🌍').getByText(/^4 messages/)).toBeVisible();
    await expect.element(card('Another').getByRole('radio', { name: /^Anyone/ })).toBeChecked();
    await card('Another').getByRole('button', { name: 'Stop sharing' }).click();
    await card('Another').getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText(/Another.? is no longer shared\.$/)).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await expectCount(link, 1);
    await expectAccessible();
  });

  it('on a phone, is reached from the sidebar; a share is updated and ended', async () => {
    shares = [given({ isOutdated: true })];
    await narrow();
    await openChat();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await more.click();
    await page.getByRole('link', { name: 'Shared chats' }).click();
    await expectCount(link, 1);
    await expectAccessible();
    await update.click();
    await expect.element(page.getByText(/^4 messages/)).toBeVisible();
    await stop.click();
    await stop.click();
    await expect.element(page.getByText(/^You share no chat\./)).toBeVisible();
    expect(shares).toEqual([]);
  });

  it('that is empty says where to begin', async () => {
    await openApp('/shared', USER);
    await expect.element(page.getByText(/^You share no chat\./)).toBeVisible();
  });

  it('that could not be loaded can be loaded again', async () => {
    answer('listShares', unreachable());
    await openApp('/shared', USER);
    await expect.element(page.getByRole('alert')).toMatchTextContent('could not be loaded');
    shares = [given()];
    answer('listShares', () => ({ shares }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectCount(link, 1);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('shows what another device changed when the window is used again', async () => {
    await openApp('/shared', USER);
    await expect.element(page.getByText(/^You share no chat\./)).toBeVisible();
    shares = [given()];
    window.dispatchEvent(new Event('visibilitychange'));
    await expectCount(link, 1);
  });

  it('is reached from the sidebar', async () => {
    await openChat();
    await more.click();
    await page.getByRole('link', { name: 'Shared chats' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Shared chats' })).toBeVisible();
    expect(address()).toBe('/shared');
  });
});
