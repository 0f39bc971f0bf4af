/** The operator's announcement above the chats (docs/spec.md 2.18). */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Announcement } from '#contract/announcement';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { openApp, reopenApp, USER } from '../../../../../test/components/app.tsx';
import { expectCount, narrow } from '../../../../../test/components/browser.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { dropConnections } from '../../../../../test/components/socket.ts';

startChats();

const banner = page.getByRole('region', { name: 'Announcement' });
const close = banner.getByRole('button', { name: 'Close the announcement' });
const given = (change: Partial<Announcement> = {}) => {
  server.announcement = { id: 'first', text: 'Maintenance tonight', level: 'info', ...change };
};
const ready = () => expect.element(page.getByRole('button', { name: 'Stored chat 1' })).toBeVisible();

async function open(): Promise<void> {
  server.givenChats(1);
  await openApp('/chat', USER);
  await ready();
}

it('without an announcement there is no banner', async () => {
  await open();
  await expectCount(banner, 0);
});

it('shows text, level and link, and is announced politely', async () => {
  given({ level: 'warning', link: 'https://status.example.com/' });
  await open();
  await expect.element(banner.getByRole('status')).toMatchTextContent('ImportantMaintenance tonight');
  const link = banner.getByRole('link', { name: 'Read more' });
  await expect.element(link).toHaveAttribute('href', 'https://status.example.com/');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible();
});

it('stays closed after a reload, until the operator says something else', async () => {
  given();
  await open();
  await close.click();
  await expectCount(banner, 0);
  await reopenApp();
  await ready();
  await expectCount(banner, 0);
  given({ id: 'second', text: 'All is well' });
  await reopenApp();
  await expect.element(banner).toMatchTextContent('All is well');
});

it.each(['open', 'closed'])(
  'a new announcement, after one that is %s, is put into a live region that is already on the page',
  async (state) => {
    given();
    await open();
    await expect.element(banner).toMatchTextContent('Maintenance tonight');
    if (state === 'closed') await close.click();
    await expectCount(banner, state === 'closed' ? 0 : 1);
    const changed: Node[] = [];
    const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    given({ id: 'second', text: 'It takes longer' });
    dropConnections();
    await expect.element(banner).toMatchTextContent('It takes longer');
    observer.disconnect();
    const region = banner.getByRole('status').element();
    expect(changed.some((node) => region.contains(node))).toBe(true);
  },
);

it('is closed when another tab closes it', async () => {
  given();
  await open();
  await expect.element(banner).toMatchTextContent('Maintenance tonight');
  localStorage.setItem('closedAnnouncement', 'first');
  window.dispatchEvent(new StorageEvent('storage', { key: 'closedAnnouncement' }));
  await expectCount(banner, 0);
});

it('goes at its end, whatever the device’s clock says', async () => {
  given({ endsInSeconds: 1 });
  await open();
  await expect.element(banner).toBeVisible();
  await expectCount(banner, 0);
  given({ endsInSeconds: 40 * 86_400 });
  await reopenApp();
  await expect.element(banner).toBeVisible();
});

it('changes, and goes when it is removed, with the next connection', async () => {
  given();
  await open();
  await expect.element(banner).toMatchTextContent('Maintenance tonight');
  given({ id: 'second', text: 'It takes longer' });
  dropConnections();
  await expect.element(banner).toMatchTextContent('It takes longer');
  server.announcement = undefined;
  dropConnections();
  await expectCount(banner, 0);
});

it.each([
  ['a text from right to left', 'صيانة الليلة من الساعة العاشرة حتى الحادية عشرة '.repeat(6).trim(), 'rtl'],
  ['words without a break', 'x'.repeat(300), 'ltr'],
])('%s fits a narrow screen', async (_, text, direction) => {
  given({ text, link: 'https://status.example.com/' });
  await open();
  await narrow();
  const said = banner.getByText(text);
  await expect.element(said).toBeVisible();
  expect(getComputedStyle(said.element()).direction).toBe(direction);
  expectNoSidewaysScroll();
  expect(banner.element().scrollWidth).toBeLessThanOrEqual(banner.element().clientWidth);
  await expect.element(close).toBeInViewport({ ratio: 1 });
  await expectAccessible();
});
