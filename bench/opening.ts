/**
 * Measures how long a chat of 10,000 messages takes from a click in the sidebar, or from the load of the page, to the
 * last message on screen. Also measures 100 messages and one turn (the floor). `node bench/opening.ts`
 */
import type { Page } from 'playwright';
import { givenLongChat, LAST, openProduct, startBench } from './long-chat-setup.ts';
import { measureCost, taskSeconds } from './measure-main-thread.ts';
import { median, print, rounds } from './report.ts';

const ROUNDS = rounds(7);
/** Largest ratio of a time for 10,000 messages to the time for 100 (docs/architecture.md 8). */
const BUDGET = 1.2;
const SIZES = [2, 100, 10_000] as const;

interface Opening {
  readonly ms: number;
  readonly busyMs: number;
}

/**
 * Returns a script for the page that resolves with the milliseconds from `from` to the paint of the last message.
 * `from` is an expression for a time of `performance.now()`; 0 is the beginning of the page's load.
 */
const UNTIL_SHOWN = (from: string) => `new Promise((resolve) => {
  const from = ${from};
  const look = () => {
    const shown = [...document.querySelectorAll('[role=log] article')].at(-1)?.innerText.includes(${JSON.stringify(LAST)});
    if (shown) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
    else requestAnimationFrame(look);
  };
  look();
})`;

async function byClick(page: Page, chatId: string): Promise<Opening> {
  let ms = 0;
  const { busyMs } = await measureCost(page, 1, async () => {
    ms = await page.evaluate<number>(
      `(document.querySelector('a[href="/chat/${chatId}"]').click(), ${UNTIL_SHOWN('performance.now()')})`,
    );
  });
  return { ms, busyMs };
}

async function byLoad(page: Page, address: string): Promise<Opening> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await taskSeconds(session);
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await page.evaluate<number>(UNTIL_SHOWN('0'));
  const busyMs = ((await taskSeconds(session)) - before) * 1_000;
  await session.detach();
  return { ms, busyMs };
}

const bench = await startBench();
const { page, user } = await openProduct(bench);
const small = page.url();
const ids: string[] = [];
for (const size of SIZES) ids.push(await givenLongChat(bench.stack, user, size));
const clicks: Opening[][] = SIZES.map(() => []);
const loads: Opening[][] = SIZES.map(() => []);
for (let round = 0; round <= ROUNDS; round++)
  for (const [i, id] of ids.entries()) {
    await page.goto(small);
    await page.locator(`a[href="/chat/${id}"]`).waitFor();
    const clicked = await byClick(page, id);
    const loaded = await byLoad(page, `/chat/${id}`);
    // The first round only fills the caches.
    if (round > 0) {
      clicks[i]?.push(clicked);
      loads[i]?.push(loaded);
    }
  }
for (const [how, openings] of Object.entries({ 'with a click': clicks, 'with the page': loads })) {
  const [floor, few, many] = openings.map((list) => ({
    ms: median(list.map(({ ms }) => ms)),
    busyMs: median(list.map(({ busyMs }) => busyMs)),
  }));
  if (!floor || !few || !many) throw new Error('A size was not measured');
  print(`Opening a chat of 10,000 messages ${how}; floor: one of a single turn`, [
    { what: 'to the last message shown', value: many.ms, unit: 'ms', floor: floor.ms },
    { what: 'main thread busy', value: many.busyMs, unit: 'ms', floor: floor.busyMs },
    { what: 'to the last message shown, of 100 messages', value: few.ms, unit: 'ms', floor: floor.ms },
    { what: 'main thread busy, of 100 messages', value: few.busyMs, unit: 'ms', floor: floor.busyMs },
    { what: 'time, 10,000 messages over 100', value: many.ms / few.ms, unit: 'x', budget: BUDGET },
    { what: 'busy, 10,000 messages over 100', value: many.busyMs / few.busyMs, unit: 'x', budget: BUDGET },
  ]);
}
await bench.close();
