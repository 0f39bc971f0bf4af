/** The button that downloads the open chat as a PDF: progress, cancellation and failures. A real worker makes it. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { address, heading } from '../../../../../test/components/app.tsx';
import {
  expectCount,
  failRequests,
  focusOn,
  narrow,
  press,
  serveRequests,
} from '../../../../../test/components/browser.ts';
import { composer, newChat, openChat } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { saved, startSavedFiles } from '../../../../../test/components/saved-files.ts';
import { answer, held, unreachable } from '../../../../../test/components/server.ts';

startChats();
startSavedFiles();

const FONTS = '**/*.ttf';

const button = page.getByRole('button', { name: 'Download as PDF' });
const progress = page.getByRole('progressbar', { name: 'PDF progress' });
const cancel = page.getByRole('button', { name: 'Cancel' });
const alert = page.getByRole('alert');
/** Waits until screen readers are told these words. */
const expectTold = (words: string) =>
  expect.element(page.getByRole('status').filter({ hasText: words })).toBeInTheDocument();

/** On a busy machine the worker's scripts and fonts take long to load. */
const LONG = { timeout: 40_000 };

/** Waits until the page has saved one file, and expects a PDF. */
async function expectSaved(name: RegExp): Promise<void> {
  await expect.poll(() => saved.map((file) => file.name), LONG).toEqual([expect.stringMatching(name)]);
  expect((await saved[0]?.file.text())?.slice(0, 5)).toBe('%PDF-');
}

/**
 * Keeps its task from each worker that makes a PDF until `release`, as slow scripts and fonts do. `count` returns the
 * number of these workers.
 */
function holdWorker(): { release: () => void; count: () => number } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  class HeldWorker extends Worker {
    readonly #isHeld: boolean;
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.#isHeld = String(url).includes('pdf.worker');
      if (this.#isHeld) count += 1;
    }
    override postMessage(message: unknown): void {
      if (this.#isHeld) void released.then(() => super.postMessage(message));
      else super.postMessage(message);
    }
  }
  vi.stubGlobal('Worker', HeldWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { release, count: () => count };
}

beforeEach(() => serveRequests(FONTS));

it('while a PDF is made, the page stays usable, progress is shown, and a second click does nothing', async () => {
  await openChat();
  const worker = holdWorker();
  await button.click();
  await expect.element(progress).toBeVisible();
  await expectTold('Making the PDF…');
  await expect.element(progress).toHaveAttribute('max', '1');
  await expectAccessible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  // The locator's own click would wait until the button is enabled.
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await composer.fill('Typed meanwhile');
  await expect.element(composer).toHaveValue('Typed meanwhile');
  worker.release();
  await expectSaved(/^Chat 1 \d{4}-\d\d-\d\d\.pdf$/);
  await expectCount(progress, 0);
  await expectTold('The PDF is downloaded.');
  expect(worker.count()).toBe(1);
  expect(saved).toHaveLength(1);
}, 60_000);

it('a PDF can be cancelled by keyboard, while messages are read and while it is made', async () => {
  await openChat();
  const { messages } = server.newest();
  for (const hold of [() => held('getChatHistory', { messages: { messages } }), holdWorker]) {
    const { release } = hold();
    await focusOn(button);
    await press('{Enter}');
    await expect.element(progress).toBeVisible();
    await press('{Tab}');
    await expect.element(cancel).toHaveFocus();
    await press('{Enter}');
    await release();
    await expectCount(progress, 0);
    await expectTold('The PDF was cancelled.');
    await expect.element(button).toHaveFocus();
    server.start();
  }
  expect(saved).toEqual([]);
  await button.click();
  await expectSaved(/^Chat 1 /);
}, 60_000);

it('a PDF that fails says so in plain words, and can be retried', async () => {
  await openChat();
  for (const [fail, words] of [
    [
      async () => answer('getChatHistory', unreachable()),
      'The messages could not be read. Check your connection and try again.',
    ],
    [() => failRequests(FONTS), 'The PDF could not be made. Please try again.'],
  ] as const) {
    await fail();
    await button.click();
    await expect.element(alert, LONG).toHaveTextContent(words);
    await expectAccessible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expectCount(alert, 0);
    await expect.element(button).toHaveFocus();
    server.start();
  }
  await serveRequests(FONTS);
  expect(saved).toEqual([]);
  await button.click();
  await expectSaved(/^Chat 1 /);
}, 60_000);

it('a PDF is cancelled when another chat is opened', async () => {
  await openChat();
  const worker = holdWorker();
  await button.click();
  await expect.element(progress).toBeVisible();
  const first = address();
  await newChat.click();
  await expect.poll(address).not.toBe(first);
  await expect.element(heading('Chat 2')).toBeVisible();
  await expectCount(progress, 0);
  worker.release();
  await button.click();
  await expectSaved(/^Chat 2 /);
}, 60_000);

it('on a phone the progress of a PDF is on the screen and accessible', async () => {
  await narrow();
  await openChat();
  holdWorker();
  await button.click();
  await expect.element(progress).toBeInViewport({ ratio: 1 });
  await expect.element(cancel).toBeInViewport({ ratio: 1 });
  await expectAccessible();
  await cancel.click();
  await expectCount(progress, 0);
});
