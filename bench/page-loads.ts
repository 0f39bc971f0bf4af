/**
 * Measures loads on a CPU slowed down four times and on Fast 4G: the landing page and a chat of 200 messages with an
 * empty cache, and the chat with a warm one. Prints the chat's times also as multiples of its first paint.
 * `node bench/page-loads.ts`
 */
import type { CDPSession, Page } from 'playwright';
import { type Bench, givenLongChat, LAST, openProduct, startBench } from './long-chat-setup.ts';
import { median, print, rounds } from './report.ts';

const ROUNDS = rounds(5);
/** Budgets in milliseconds (docs/architecture.md 8). */
const BUDGETS = { paint: 500, largestPaint: 600, cold: 1_000, warm: 600, usable: 950, blocked: 130 };
/** Latency in milliseconds, throughputs in bytes a second. */
const FAST_4G = { latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };
const QUIET_MS = 2_000;

const OBSERVE = `(() => {
  const seen = (globalThis.benchSeen = { largestPaint: 0, blocked: 0 });
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime; });
  on('longtask', ({ duration }) => { seen.blocked += duration - 50; });
})()`;

const until = (condition: string): string => `new Promise((resolve) => {
  const look = () => (${condition}) ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    : requestAnimationFrame(look);
  look();
})`;
const TEXT_SHOWN = until(
  `[...document.querySelectorAll('[role=log] article')].at(-1)?.textContent.includes(${JSON.stringify(LAST)})`,
);
const INPUT_USABLE = until(
  "document.querySelector('textarea') && !document.querySelector('textarea').disabled",
);
const PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN";

interface Load {
  readonly paint: number;
  readonly largestPaint: number;
  readonly blocked: number;
  /** `shown` and `usable` are NaN for pages without a chat. */
  readonly shown: number;
  readonly usable: number;
}

interface SlowPage {
  readonly page: Page;
  readonly session: CDPSession;
}

async function slowDown(page: Page): Promise<SlowPage> {
  await page.addInitScript(OBSERVE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_4G });
  return { page, session };
}

async function load(page: Page, address: string): Promise<Load> {
  const isChat = address !== '/';
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const [shown, usable] = isChat
    ? await Promise.all([page.evaluate<number>(TEXT_SHOWN), page.evaluate<number>(INPUT_USABLE)])
    : [Number.NaN, Number.NaN];
  await page.waitForTimeout(QUIET_MS);
  const paint = await page.evaluate<number>(PAINT);
  const seen = await page.evaluate<{ largestPaint: number; blocked: number }>('benchSeen');
  return { paint, shown, usable, ...seen };
}

async function firstVisit({ browser, stack }: Bench): Promise<Load> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const { page } = await slowDown(await context.newPage());
  const first = await load(page, '/');
  await context.close();
  return first;
}

/** A warm visit uses the browser's cache, the kept chats and the service worker; a cold visit none of them. */
async function visit({ page, session }: SlowPage, address: string, isWarm: boolean): Promise<Load> {
  await page.goto('/robots.txt');
  await page.evaluate(`localStorage.setItem('keepChats', ${isWarm ? "'on'" : "'off'"})`);
  await session.send('Network.setBypassServiceWorker', { bypass: !isWarm });
  if (!isWarm) await session.send('Network.clearBrowserCache');
  return load(page, address);
}

const bench = await startBench();
const { page: first, user } = await openProduct(bench);
const address = `/chat/${await givenLongChat(bench.stack, user, 200)}`;
const slow = await slowDown(first);
const [landings, cold, warm]: [Load[], Load[], Load[]] = [[], [], []];
for (let round = 0; round < ROUNDS; round++) {
  landings.push(await firstVisit(bench));
  cold.push(await visit(slow, address, false));
  // The first warm visit fills the caches.
  await visit(slow, address, true);
  warm.push(await visit(slow, address, true));
}
await bench.close();

const of = (loads: readonly Load[], field: keyof Load) => median(loads.map((one) => one[field]));
print('Landing page, empty cache, 4x CPU, Fast 4G', [
  { what: 'first paint', value: of(landings, 'paint'), unit: 'ms', budget: BUDGETS.paint },
  { what: 'largest paint', value: of(landings, 'largestPaint'), unit: 'ms', budget: BUDGETS.largestPaint },
]);
for (const [name, loads] of Object.entries({ cold, warm })) {
  const floor = of(loads, 'paint');
  const budget = name === 'cold' ? BUDGETS.cold : BUDGETS.warm;
  print(`A chat of 200 messages, ${name} cache, 4x CPU, Fast 4G; floor: its first paint`, [
    { what: 'last message shown', value: of(loads, 'shown'), unit: 'ms', floor, budget },
    { what: 'input usable', value: of(loads, 'usable'), unit: 'ms', floor, budget: BUDGETS.usable },
    {
      what: 'tasks over 50 ms, by which they are',
      value: of(loads, 'blocked'),
      unit: 'ms',
      budget: BUDGETS.blocked,
    },
  ]);
}
