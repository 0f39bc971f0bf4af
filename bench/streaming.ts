/**
 * Measures what a streaming reply of 500 pieces, 100 a second, costs the browser's main thread, in a chat of 200
 * messages and in one of 20. The floor is a page that only appends the same text to one text node.
 * `node bench/streaming.ts`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { WebSocketServer } from 'ws';
import { CHUNK_PACE } from '#contract/limits';
import { signIn } from '../test/e2e/fixtures.ts';
import setup from '../test/support/build-assembly.ts';
import { BROWSER_ARGS, findBrowser } from '../test/support/find-browser.ts';
import { startTestStack, type TestStack } from '../test/support/stack.ts';
import { type Cost, measureCost } from './measure-main-thread.ts';
import { mixedMessage, mixedReply } from './mixed-reply.ts';
import { median, print, rounds } from './report.ts';

const PIECES = 500;
const EVERY_MS = 10;
/** Milliseconds between two frames of the floor: the product's pace after the reply's first second. */
const FRAME_MS = CHUNK_PACE.intervalMs;
const BUDGETS = { busyMs: 1_475, longestTaskMs: 50, droppedFrames: 15, historyRatio: 1.1 };

const plainPieces = Array.from({ length: PIECES }, (_, i) => {
  const text = `Piece ${i} of a reply with some plain words in it, `.slice(0, 39);
  return i % 12 === 11 ? `${text.slice(0, 37)}.\n\n` : `${text} `;
});
const mixed = mixedReply();
const mixedPieces = Array.from({ length: PIECES }, (_, i) => mixed.slice(i * 40, (i + 1) * 40));
type Pieces = readonly string[];

async function product(
  stack: TestStack,
  browser: Browser,
  { pieces, messages, slowdown }: { pieces: Pieces; messages: number; slowdown: number },
): Promise<Cost> {
  const user = await stack.givenUser();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const page = await context.newPage();
  await signIn(page, user);
  const chatId = page.url().split('/').at(-1) ?? '';
  await stack.fillChat(user, chatId, messages / 2, (turn) => `\n\n${mixedMessage(turn)}`);
  await page.reload();
  await page.getByText(`Stored answer ${messages / 2}`, { exact: true }).waitFor();
  stack.model.replyPaced([...pieces, '\n```\n\nThe end.'], EVERY_MS);
  await page.getByPlaceholder(/^Message/).focus();
  // Types with the keyboard, because the checks that a locator makes on the page would count as cost.
  const cost = await measureCost(page, slowdown, async () => {
    await page.keyboard.type('Go');
    await page.keyboard.press('Enter');
    await shown(page, '[role=log] article:last-child');
  });
  await context.close();
  return cost;
}

/**
 * Waits until the last matching element contains the end of the reply. A locator would look through all texts of the
 * page, which takes 26 ms of a slowed main thread each time.
 */
const shown = (page: Page, selector: string): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const look = setInterval(() => {
      const last = [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1);
      if (!last?.textContent.includes('The end.')) return;
      clearInterval(look);
      resolve();
    }, 250);
  })`);

async function floor(browser: Browser, pieces: Pieces, slowdown: number): Promise<Cost> {
  const history = '<p>A message that was stored before.</p>'.repeat(200);
  const html = `<!doctype html><main>${history}<pre style="white-space:pre-wrap"></pre></main><script>
    const node = document.querySelector('pre').appendChild(new Text(''));
    new WebSocket('ws://' + location.host).onmessage = ({ data }) => { node.appendData(JSON.parse(data).text); scrollTo(0, 1e9); };
  </script>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await browser.newContext();
  const page = await context.newPage();
  const connected = new Promise<import('ws').WebSocket>((resolve) => sockets.once('connection', resolve));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const socket = await connected;
  const perFrame = FRAME_MS / EVERY_MS;
  const cost = await measureCost(page, slowdown, async () => {
    for (let i = 0; i < pieces.length; i += perFrame) {
      socket.send(JSON.stringify({ text: pieces.slice(i, i + perFrame).join('') }));
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
    socket.send(JSON.stringify({ text: 'The end.' }));
    await shown(page, 'pre');
  });
  await context.close();
  sockets.close();
  server.close();
  return cost;
}

async function byTurns<Name extends string>(
  runs: Readonly<Record<Name, () => Promise<Cost>>>,
): Promise<(name: Name) => Cost> {
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < rounds(3); round += 1)
    for (const [name, run] of Object.entries<() => Promise<Cost>>(runs))
      costs.set(name, [...(costs.get(name) ?? []), await run()]);
  return (name) => {
    const middle = (figure: keyof Cost) => median((costs.get(name) ?? []).map((cost) => cost[figure]));
    return {
      busyMs: middle('busyMs'),
      longestTaskMs: middle('longestTaskMs'),
      droppedFrames: middle('droppedFrames'),
    };
  };
}

await setup();
const stack = await startTestStack();
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
const REPLIES = [
  ['mixed', mixedPieces],
  ['plain', plainPieces],
] as const;
for (const slowdown of [1, 4])
  for (const [kind, pieces] of REPLIES) {
    const costOf = await byTurns({
      floor: () => floor(browser, pieces, slowdown),
      few: () => product(stack, browser, { pieces, messages: 20, slowdown }),
      many: () => product(stack, browser, { pieces, messages: 200, slowdown }),
    });
    const [base, few, many] = [costOf('floor'), costOf('few'), costOf('many')];
    print(`Streaming 20,000 ${kind} characters into a chat of 200 messages, CPU slowed ${slowdown} times`, [
      {
        what: 'main thread busy',
        value: many.busyMs,
        unit: 'ms',
        floor: base.busyMs,
        ...(slowdown === 1 && { budget: BUDGETS.busyMs }),
      },
      {
        what: 'longest task',
        value: many.longestTaskMs,
        unit: 'ms',
        ...(slowdown === 4 && { budget: BUDGETS.longestTaskMs }),
      },
      {
        what: 'dropped frames',
        value: many.droppedFrames,
        unit: '',
        ...(slowdown === 4 && { budget: BUDGETS.droppedFrames }),
      },
      { what: 'dropped frames of the floor', value: base.droppedFrames, unit: '' },
      {
        what: 'busy with 200 messages over 20',
        value: many.busyMs / few.busyMs,
        unit: 'x',
        budget: BUDGETS.historyRatio,
      },
    ]);
  }
await browser.close();
await stack.close();
