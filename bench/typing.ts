/**
 * Measures how soon a typed character is on screen while a reply streams, and how many frames are dropped while the
 * user scrolls, in chats of 100 and of 10,000 messages. Compares typing with a floor: typing on a page that has only a
 * text field and a growing text. `node bench/typing.ts`
 */
import type { Page } from 'playwright';
import {
  type Bench,
  givenLongChat,
  LAST,
  openProduct,
  readAll,
  SCROLLER,
  startBench,
} from './long-chat-setup.ts';
import { measureCost } from './measure-main-thread.ts';
import { print } from './report.ts';

const KEYS = 120;
const KEY_EVERY_MS = 50;
const FRAME_MS = 1000 / 60;
const PIECES = 700;
const PIECE_EVERY_MS = 10;
const SIZES = [100, 10_000] as const;
/** Frames until a typed character is on screen (docs/architecture.md 8). */
const BUDGET_FRAMES = 1;

const pieces = Array.from({ length: PIECES }, (_, i) =>
  i % 12 === 11 ? `piece ${i} ends a paragraph.\n\n` : `piece ${i} of a reply, `,
);

const WATCH_KEYS = `{
  const delays = (globalThis.keyDelays = []);
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // A task behind the frame's callbacks runs when the frame has been drawn.
      port1.onmessage = () => delays.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  }, true);
}`;

/** Returns the 95th percentile of the times until a typed character is on screen, in frames. */
async function typeInto(page: Page, selector: string): Promise<number> {
  await page.evaluate(WATCH_KEYS);
  await page.locator(selector).focus();
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press('abcdefgh'[i % 8] ?? 'a');
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  const delays = await page.evaluate<number[]>('keyDelays');
  const sorted = delays.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN) / FRAME_MS;
}

async function scroll(page: Page): Promise<number> {
  const box = await page.getByRole('log').boundingBox();
  if (!box) throw new Error('There is no conversation to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const { droppedFrames } = await measureCost(page, 1, async () => {
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, -400);
      await page.waitForTimeout(FRAME_MS);
    }
  });
  return droppedFrames;
}

interface Feel {
  readonly typing: number;
  readonly dropped: number;
}

async function product(bench: Bench, messages: number): Promise<Feel> {
  const { page, user } = await openProduct(bench);
  const chatId = await givenLongChat(bench.stack, user, messages);
  await page.goto(`/chat/${chatId}`);
  await page.getByText(LAST).waitFor();
  await readAll(page);
  await page.evaluate(`(${SCROLLER}).scrollTop = 1e9`);
  const dropped = await scroll(page);
  bench.stack.model.replyPaced([...pieces, 'The end.'], PIECE_EVERY_MS);
  await page.getByPlaceholder(/^Message/).fill('Go');
  await page.getByPlaceholder(/^Message/).press('Enter');
  await page.getByText('piece 1 of').waitFor();
  const typing = await typeInto(page, 'textarea');
  await page.getByText('The end.').waitFor({ timeout: 60_000 });
  await page.context().close();
  return { typing, dropped };
}

async function floor({ browser }: Bench): Promise<number> {
  const page = await browser.newPage();
  await page.setContent('<textarea></textarea><pre style="white-space: pre-wrap"></pre>');
  await page.evaluate(`{
    const node = document.querySelector('pre').appendChild(new Text(''));
    setInterval(() => node.appendData('piece of a reply, piece of a reply, '), 40);
  }`);
  const frames = await typeInto(page, 'textarea');
  await page.close();
  return frames;
}

const bench = await startBench();
const base = await floor(bench);
for (const messages of SIZES) {
  const { typing, dropped } = await product(bench, messages);
  print(`A chat of ${messages} messages, all read in`, [
    { what: 'typed character to screen, p95', value: typing, unit: 'frames', floor: base },
    // Every key waits for the next frame. A rounded 1 means that this frame shows the character.
    { what: 'the same in whole frames', value: Math.round(typing), unit: 'frames', budget: BUDGET_FRAMES },
    { what: 'frames lost while scrolling', value: dropped, unit: '' },
  ]);
}
await bench.close();
