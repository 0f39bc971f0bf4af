/**
 * Measures how fast the sidebar shows the newest chat and the first project of 1,000 chats in 100 projects, when the
 * page loads on a wide screen and after a tap on a phone. The floor is 20 chats in 5 projects. `node bench/sidebar.ts`
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright';
import { givenChats } from '../test/support/given-chats.ts';
import type { TestStack, TestUser } from '../test/support/stack.ts';
import { openProduct, startBench } from './long-chat-setup.ts';
import { measureCost, taskSeconds } from './measure-main-thread.ts';
import { median, print, rounds } from './report.ts';

const ROUNDS = rounds(9);
/** Largest ratio of the time with 1,000 chats to the time with 20 (docs/architecture.md 8). */
const BUDGET = 1.2;
const SIZES = [
  { chats: 20, projects: 5 },
  { chats: 1_000, projects: 100 },
] as const;
const WIDE = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Opening {
  readonly ms: number;
  readonly busyMs: number;
}

async function givenProjects(stack: TestStack, user: TestUser, size: (typeof SIZES)[number]): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const pk = `OWNER#${user.owner}`;
  const createdAt = new Date().toISOString();
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const projects = Array.from({ length: size.projects }, (_, n) => ({
    ...{ pk, sk: `PROJECT#${idOf(n)}`, projectId: idOf(n), name: `Project ${n + 1}`, createdAt },
  }));
  const chats = await givenChats(stack, user, size.chats);
  const placed = chats.flatMap((chat, n) => {
    const projectId = idOf(n % size.projects);
    return [
      { pk, sk: `CHAT#${chat.chatId}`, ...chat, nextIndex: 1, projectId },
      { pk, sk: `INPROJECT#${projectId}#${chat.chatId}` },
    ];
  });
  const items = [...projects, ...placed];
  for (let i = 0; i < items.length; i += 25)
    await documents.send(
      new BatchWriteCommand({
        RequestItems: { [table('Chats')]: items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
  await stack.inner.functions.streamsSettled();
}

/**
 * Returns an expression for the page that resolves with the milliseconds from `from` until the newest stored chat and
 * the first project are in view. `from` is an expression for a time of `performance.now()`.
 */
const untilShown = (from: string, newest: string) => `new Promise((resolve) => {
  const from = ${from};
  const isInView = (element) => {
    const { left, right, width } = element?.getBoundingClientRect() ?? { width: 0 };
    return width > 0 && right > 0 && left >= 0;
  };
  const look = () => {
    const chat = [...document.querySelectorAll('a[data-chat]')].find((link) => link.innerText.includes(${JSON.stringify(newest)}));
    if (isInView(chat) && isInView(document.querySelector('[data-project]'))) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
    else requestAnimationFrame(look);
  };
  look();
})`;

async function byLoad(page: Page, newest: string): Promise<Opening> {
  await page.setViewportSize(WIDE);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await taskSeconds(session);
  await page.goto(page.url(), { waitUntil: 'commit' });
  const ms = await page.evaluate<number>(untilShown('0', newest));
  const busyMs = ((await taskSeconds(session)) - before) * 1_000;
  await session.detach();
  return { ms, busyMs };
}

async function byTap(page: Page, newest: string): Promise<Opening> {
  await page.setViewportSize(PHONE);
  await page.goto(page.url());
  await page.getByRole('log').getByRole('article').first().waitFor();
  await page.locator(`a[data-chat]`).first().waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  let ms = 0;
  const { busyMs } = await measureCost(page, 1, async () => {
    ms = await page.evaluate<number>(
      `(document.querySelector('[aria-controls="sidebar"]').click(), ${untilShown('performance.now()', newest)})`,
    );
  });
  return { ms, busyMs };
}

const bench = await startBench();
const pages: { readonly page: Page; readonly newest: string }[] = [];
for (const size of SIZES) {
  const { page, user } = await openProduct(bench);
  await givenProjects(bench.stack, user, size);
  pages.push({ page, newest: `Stored chat ${size.chats}` });
}
const openings = { 'with the page': byLoad, 'with a tap on a phone': byTap };
for (const [how, open] of Object.entries(openings)) {
  const measured: Opening[][] = SIZES.map(() => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [i, { page, newest }] of pages.entries()) {
      const opening = await open(page, newest);
      // The first round fills the caches.
      if (round > 0) measured[i]?.push(opening);
    }
  const [few, many] = measured.map((list) => ({
    ms: median(list.map(({ ms }) => ms)),
    busyMs: median(list.map(({ busyMs }) => busyMs)),
  }));
  if (!few || !many) throw new Error('A size was not measured');
  print(`The sidebar with 1,000 chats in 100 projects, opened ${how}; floor: 20 chats in 5 projects`, [
    { what: 'to the newest chat and projects shown', value: many.ms, unit: 'ms', floor: few.ms },
    { what: 'main thread busy', value: many.busyMs, unit: 'ms', floor: few.busyMs },
    { what: 'time, 1,000 chats over 20', value: many.ms / few.ms, unit: 'x', digits: 2, budget: BUDGET },
  ]);
}
await bench.close();
