/** Diagrams in replies: shown in a frame when the user asks for it. A stand-in answers in the frame's place. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import {
  emulateMedia,
  expectCount,
  failRequests,
  focusOn,
  narrow,
  press,
  serveDiagramFrame,
  setOnline,
  withFakeTime,
} from '../../../../test/components/browser.ts';
import { articles, log, openChat, send } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';

startChats();

/** Does what the first word of the source says. Draws anything else, 200 pixels high, or 300 in dark mode. */
const STAND_IN = `<!doctype html><meta name="color-scheme" content="light dark"><title>Diagram</title><script>
  addEventListener('message', ({ ports: [port] }) => {
    port.onmessage = ({ data: { source, theme } }) => {
      if (source.startsWith('absent')) return;
      port.postMessage({ type: 'began' });
      if (source.startsWith('flooding')) for (let i = 0; i < 1_000; i += 1) port.postMessage({ type: 'drawn', height: 200 + i });
      if (source.startsWith('broken')) port.postMessage({ type: 'failed', reason: 'Parse error on line 2' });
      else if (source.startsWith('leaving')) location.reload();
      else if (source.startsWith('lying')) port.postMessage({ type: 'drawn', height: 1e9 });
      else if (!source.startsWith('silent'))
        port.postMessage({ type: 'drawn', height: theme === 'dark' ? 300 : 200 });
    };
  });
</script>`;

const showButton = page.getByRole('button', { name: 'Show diagram' });
const hideButton = page.getByRole('button', { name: 'Show source' });
const frames = page.getByTitle('Diagram', { exact: true });
const source = (text: string) => log.getByText(text, { exact: true });
/** Each test needs a source of its own: a diagram that was shown once is shown wherever the same source appears. */
const fence = (text: string, language = 'mermaid') => `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
const heightOf = (frame: Locator) => frame.element().clientHeight;

beforeEach(() => serveDiagramFrame(STAND_IN));

async function ask(text: string): Promise<void> {
  await openChat();
  server.replyWith(text, 'That is all.');
  await send('Draw');
  await expect.element(log.getByText('That is all.')).toBeVisible();
}

/**
 * Waits until the frame has answered and the page has rendered that. If fake time passed before the answer, the page
 * would remove the diagram because its frame did not answer.
 */
async function whenFrameAnswers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Event>();
  class ObservedChannel extends MessageChannel {
    constructor() {
      super();
      this.port1.addEventListener('message', resolve, { once: true });
    }
  }
  vi.stubGlobal('MessageChannel', ObservedChannel);
  onTestFinished(() => void vi.unstubAllGlobals());
  await promise;
  await rendered();
}

/** Waits without a poll, because a poll advances fake time. React and the browser need a frame each. */
async function rendered(): Promise<void> {
  for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
}

async function showDiagram(text: string): Promise<void> {
  await ask(fence(text));
  await showButton.click();
}

describe('a diagram', () => {
  it('is source until the user asks for it, and is then drawn in a sandboxed frame', async () => {
    await ask(fence('flowchart TD'));
    await expect.element(source('flowchart TD')).toBeVisible();
    await expectCount(frames, 0);
    await focusOn(showButton);
    await press('{Enter}');
    await expect.element(frames).toBeVisible();
    await vi.waitFor(() => expect(heightOf(frames)).toBe(200));
    expect(frames.element().getAttribute('sandbox')).toBe('allow-scripts');
    await expect.element(source('flowchart TD')).not.toBeVisible();
    await expectCount(page.getByText('Drawing the diagram...'), 0);
    await expectAccessible();
    await expect.element(hideButton).toHaveFocus();
    await press('{Enter}');
    await expectCount(frames, 0);
    await expect.element(source('flowchart TD')).toBeVisible();
    await expect.element(showButton).toHaveFocus();
  });

  it('has no button before its fence closes, and none in another language', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('Draw');
    await reply.started;
    reply.write(`${fence('flowchart TD', 'text')}\`\`\`mermaid\nsequenceDiagram\n`);
    await expect.element(source('sequenceDiagram')).toBeVisible();
    await expectCount(showButton, 0);
    reply.write('```\n\nMore.');
    await expect.element(showButton).toBeVisible();
    await expectCount(showButton, 1);
  });

  it('without a closing fence has its button when the reply has ended', async () => {
    await openChat();
    server.replyWith('```mermaid\nflowchart TD');
    await send('Draw');
    await expect.element(showButton).toBeVisible();
  });

  it('that is broken shows the reason above its source, and can be tried again', async () => {
    await showDiagram('broken TD');
    const alert = log.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The diagram could not be drawn: Parse error on line 2.');
    await expect.element(source('broken TD')).toBeVisible();
    await expectCount(frames, 0);
    await expectAccessible();
    await serveDiagramFrame(STAND_IN.replace('broken', 'other'));
    await showButton.click();
    await vi.waitFor(() => expect(heightOf(frames)).toBe(200));
    await expectCount(alert, 0);
  });

  it('that is not drawn in time is removed', async () => {
    await ask(fence('silent TD'));
    const answered = whenFrameAnswers();
    await withFakeTime(async (pass) => {
      await showButton.click();
      await answered;
      await pass(19_000);
      await rendered();
      expect(page.getByText('Drawing the diagram...').element()).toBeVisible();
      expect(frames.elements()).toHaveLength(1);
      await pass(1_000);
      await rendered();
      expect(log.getByRole('alert').element()).toHaveTextContent('The diagram took too long to draw.');
    });
    await expectCount(frames, 0);
  });

  it.each([
    ['online', 5_000],
    ['offline', 500],
  ])('whose frame does not answer says so, %s after %i ms', async (state, ms) => {
    await ask(fence(`absent ${state}`));
    setOnline(state === 'online');
    await withFakeTime(async (pass) => {
      const isLoaded = new Promise((resolve) => document.addEventListener('load', resolve, true));
      await showButton.click();
      await isLoaded;
      await vi.waitFor(async () => {
        await pass(ms);
        expect(
          log
            .getByRole('alert')
            .elements()
            .map(({ textContent }) => textContent),
        ).toEqual(['The diagram could not be loaded. Check your connection and try again.']);
      });
    });
    await expectCount(frames, 0);
  });

  it('whose frame cannot be loaded says so, and is drawn once there is a connection', async () => {
    await showDiagram('mindmap');
    await expect.poll(() => heightOf(frames)).toBe(200);
    await hideButton.click();
    await expectCount(frames, 0);
    setOnline(false);
    // The frame then shows the browser's own error page, which never answers.
    await failRequests('**/diagram.html');
    await showButton.click();
    const alert = log.getByRole('alert');
    await expect
      .element(alert)
      .toHaveTextContent('The diagram could not be loaded. Check your connection and try again.');
    await expectCount(frames, 0);
    setOnline(true);
    await serveDiagramFrame(STAND_IN);
    await showButton.click();
    await expect.poll(() => heightOf(frames)).toBe(200);
    await expectCount(alert, 0);
  });

  it('that reports without end is removed', async () => {
    await showDiagram('flooding TD');
    await expect.element(log.getByRole('alert')).toHaveTextContent('The diagram could not be drawn.');
    await expectCount(frames, 0);
  });

  it('is removed when its frame leaves its document', async () => {
    await showDiagram('leaving TD');
    await expect.element(log.getByRole('alert')).toHaveTextContent('The diagram could not be drawn.');
    await expectCount(frames, 0);
  });

  it('cannot make its frame higher than the bound', async () => {
    await showDiagram('lying TD');
    await vi.waitFor(() => expect(heightOf(frames)).toBe(4_000));
  });
});

describe('a diagram that is shown', () => {
  it('is drawn again when the theme changes', async () => {
    await showDiagram('sequenceDiagram');
    await vi.waitFor(() => expect(heightOf(frames)).toBe(200));
    await emulateMedia({ colorScheme: 'dark' });
    await vi.waitFor(() => expect(heightOf(frames)).toBe(300));
    await expectCount(frames, 1);
  });

  it('has its source on paper', async () => {
    await showDiagram('erDiagram');
    await expect.element(frames).toBeVisible();
    await emulateMedia({ media: 'print' });
    await expect.element(source('erDiagram')).toBeVisible();
    await expect.element(frames).not.toBeVisible();
  });

  it('stays when the next message is sent, and starts over when its reply is replaced', async () => {
    await showDiagram('classDiagram');
    await vi.waitFor(() => expect(heightOf(frames)).toBe(200));
    server.replyWith(fence('pie'), 'That is new.');
    await send('Another');
    await expect.element(log.getByText('That is new.')).toBeVisible();
    await expect.element(source('pie')).toBeVisible();
    await vi.waitFor(() => expect(heightOf(frames)).toBe(200));
    await showButton.click();
    await expectCount(frames, 2);
    server.replyWith(fence('gantt'), 'That is newest.');
    await articles.last().getByRole('button', { name: 'Regenerate' }).click();
    await expect.element(log.getByText('That is newest.')).toBeVisible();
    await expect.element(source('gantt')).toBeVisible();
    await expectCount(frames, 1);
  });

  it('leaves copying as it was, and fits a narrow screen', async () => {
    await narrow();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showDiagram('stateDiagram');
    await expect.element(frames).toBeVisible();
    expectNoSidewaysScroll();
    await log.getByRole('button', { name: 'Copy code' }).click();
    expect(copied).toHaveBeenCalledWith('stateDiagram');
  });
});
