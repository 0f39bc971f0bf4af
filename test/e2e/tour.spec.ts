/** The script of the guided tour (docs/spec.md 2.7). Its steps and starts: web/src/features/chat/tour/tour.test.tsx. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const step = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const tour = (page: Page) => page.locator('[aria-describedby="tour-text"]');
const restart = (page: Page) =>
  page.getByRole('button', { name: 'Restart tour', includeHidden: true }).dispatchEvent('click');

test('‘unless the stored hasSeenChatTour flag is true’: no script of the tour is loaded; the hidden button restarts it [S2.tour.1 S2.tour.3 S6.user.1]', async ({
  chat,
}) => {
  await chat.clock.install();
  const scripts: string[] = [];
  chat.on('request', (request) => void scripts.push(new URL(request.url()).pathname));
  await chat.reload();
  const button = chat.getByRole('button', { name: 'Restart tour', includeHidden: true });
  await expect(button).toBeAttached();
  await expect(button).toBeHidden();
  await chat.clock.runFor(10_000);
  await expect(tour(chat)).toHaveCount(0);
  const isTour = (path: string) => /\/tour-(?!slot)/.test(path);
  expect(scripts.filter(isTour)).toEqual([]);
  await chat.clock.resume();
  await restart(chat);
  await expect(step(chat, 'New chat')).toBeVisible();
  expect(scripts.filter(isTour)).not.toEqual([]);
});
