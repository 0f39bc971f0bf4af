/**
 * Measures the time of a second visit to a chat of 200 messages from the navigation to the last message on screen, with
 * and without kept chats (docs/decisions/0130). Compares it with the time to the first paint. The CPU is slowed down
 * four times.
 * `node bench/second-visit.ts`
 */
import type { Page } from 'playwright';
import { givenLongChat, LAST, openProduct, startBench } from './long-chat-setup.ts';
import { median, print, rounds } from './report.ts';

const ROUNDS = rounds(5);
/** Milliseconds to the last message with kept chats (docs/architecture.md 8). */
const BUDGET = 300;
const NETWORKS = {
  'the local network': { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  'Fast 4G': { latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 },
};

const UNTIL_SHOWN = `new Promise((resolve) => {
  const look = () => {
    const shown = [...document.querySelectorAll('[role=log] article')].at(-1)?.textContent.includes(${JSON.stringify(LAST)});
    const paint = performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN;
    if (shown) requestAnimationFrame(() => setTimeout(() => resolve([paint, performance.now()])));
    else requestAnimationFrame(look);
  };
  look();
})`;

async function visit(page: Page, address: string, isKept: boolean): Promise<[paint: number, shown: number]> {
  await page.goto('/robots.txt');
  await page.evaluate(`localStorage.setItem('keepChats', ${isKept ? "'on'" : "'off'"})`);
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate<[number, number]>(UNTIL_SHOWN);
}

const bench = await startBench();
const { page, user } = await openProduct(bench);
const address = `/chat/${await givenLongChat(bench.stack, user, 200)}`;
await page.goto(address);
await page.evaluate(UNTIL_SHOWN);
// The page writes the kept chats a second after the last change, when it is idle.
await page.waitForFunction("localStorage.getItem('keptChatsOwner') !== null");
await page.waitForTimeout(3_000);
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
for (const [name, network] of Object.entries(NETWORKS)) {
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  const visits: Record<'kept' | 'without', [number, number][]> = { kept: [], without: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [kept, without] = [await visit(page, address, true), await visit(page, address, false)];
    // The first round fills the caches.
    if (round > 0) {
      visits.kept.push(kept);
      visits.without.push(without);
    }
  }
  const of = (list: readonly [number, number][], i: 0 | 1) => median(list.map((one) => one[i]));
  print(`Second visit to a chat of 200 messages, 4x CPU, ${name}; floor: the first paint`, [
    {
      what: 'last message shown, kept',
      value: of(visits.kept, 1),
      unit: 'ms',
      floor: of(visits.kept, 0),
      budget: BUDGET,
    },
    {
      what: 'last message shown, not kept',
      value: of(visits.without, 1),
      unit: 'ms',
      floor: of(visits.without, 0),
    },
  ]);
}
await bench.close();
