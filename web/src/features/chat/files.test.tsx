/** Files in the chat: adding them to a message, and what a sent message shows of them. */
import { flushSync } from 'react-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { registerFile } from '#contract/files';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { heading, openApp, reopenApp } from '../../../../test/components/app.tsx';
import { expectCount, expectTexts, narrow, press, setOnline } from '../../../../test/components/browser.ts';
import { bucket } from '../../../../test/components/bucket.ts';
import {
  article,
  composer,
  link,
  log,
  openChat,
  openMenu,
  pick,
  sendButton,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import {
  chips,
  chooseFiles,
  drag,
  dropOn,
  givenFile,
  givenPicture,
  LIMITS,
  PIXEL,
  pasteFiles,
  pictureFile,
  STORAGE,
  startFiles,
  textFile,
} from '../../../../test/components/files.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../test/components/server.ts';
import { push } from '../../../../test/components/socket.ts';

startChats();
startFiles();

const attach = page.getByRole('button', { name: 'Add files' });
const sent = () => server.frames.flatMap((frame) => (frame.action === 'chat' ? [frame.data] : []));
const idsSent = () => sent().map(({ files = [] }) => files.map((id) => server.files.get(id)?.name));
const isReady = (name: string) =>
  expect.element(chips.filter({ hasText: name })).toHaveAttribute('data-phase', 'ready');

/** Waits until the element has this text among others. */
const shows = (found: Locator, text: string) =>
  expect.poll(() => found.element().textContent).toContain(text);

async function open(): Promise<void> {
  await openChat();
  await expect.element(attach).toBeVisible();
}

/** Records each text that a status gets from now on, as a screen reader reads them out. */
function startListening(): () => readonly string[] {
  const heard: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      // A screen reader does not read out that something was removed.
      if (type === 'childList' && addedNodes.length === 0) continue;
      const status = (target instanceof Element ? target : target.parentElement)?.closest('[role="status"]');
      if (status?.textContent) heard.push(status.textContent);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return () => heard;
}

/** Tells for each of nine points of an element if nothing lies over it. */
function seenParts(found: Locator): boolean[] {
  const element = found.element();
  const { left, top, width, height } = element.getBoundingClientRect();
  const parts = [0.2, 0.5, 0.8];
  return parts.flatMap((x) =>
    parts.map((y) => element.contains(document.elementFromPoint(left + x * width, top + y * height))),
  );
}

/** Returns the range of the last characters of a text. */
function endOf(text: Node, length: number): Range {
  const range = document.createRange();
  const end = text.textContent?.length ?? 0;
  range.setStart(text, end - length);
  range.setEnd(text, end);
  return range;
}

/** A stored turn with files, as the newest chat's only one. */
function givenMessage(content: string, ...files: ReturnType<typeof givenFile>[]): void {
  server.givenTurns(1);
  const [question] = server.newest().messages.filter(({ role }) => role === 'user');
  Object.assign(question ?? expect.fail('no question'), { content, files });
}

describe('files are added', () => {
  it('with the button, uploaded, and sent with the message', async () => {
    await open();
    chooseFiles(textFile('notes.txt'), await pictureFile('photo.png'));
    await isReady('notes.txt');
    await isReady('photo.png');
    await composer.fill('What is this?');
    await press('{Enter}');
    await expect.poll(idsSent).toEqual([['notes.txt', 'photo.png']]);
    await expectCount(chips, 0);
    await expect.element(log.getByRole('button', { name: /^Download notes\.txt/ })).toBeVisible();
    await expect.element(log.getByRole('button', { name: 'Enlarge photo.png: What is this?' })).toBeVisible();
  });

  it('several at once on a phone, and sent without a text', async () => {
    await narrow();
    await open();
    const input = document.querySelector('input[data-files]') ?? expect.fail('no input');
    await userEvent.upload(input, [textFile('prices.csv', 'tea,3'), textFile('תקציר.txt')]);
    await isReady('prices.csv');
    await isReady('תקציר.txt');
    await expectAccessible();
    await sendButton.click();
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(sent()).toMatchObject([{ message: '' }]);
    expect(idsSent()).toEqual([['prices.csv', 'תקציר.txt']]);
    await expect.element(log.getByRole('button', { name: /^Download prices\.csv/ })).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  it('that are together too long for the plan: the message cannot be sent until one is removed', async () => {
    answer('getFileLimits', { limits: { ...LIMITS, tokensPerMessage: 50_000 }, storage: STORAGE });
    answer('registerFile', ({ body }) => {
      const { fileId, name } = registerFile.body.parse(body);
      const file = {
        fileId,
        name,
        kind: 'document',
        mediaType: 'text/plain',
        bytes: 7,
        tokens: 30_000,
      } as const;
      return { file, storage: STORAGE };
    });
    await open();
    chooseFiles(textFile('one.txt'), textFile('two.txt'));
    await isReady('one.txt');
    await isReady('two.txt');
    await composer.fill('Compare them');
    const tooLong = page.getByText('These files are too long for one message of your plan. Remove one.');
    await expect.element(tooLong).toBeVisible();
    await expect.element(sendButton).toBeDisabled();
    await page.getByRole('button', { name: 'Remove two.txt' }).click();
    await expectCount(tooLong, 0);
    await expect.element(sendButton).toBeEnabled();
  });

  it('by pasting a screenshot, which can be sent alone', async () => {
    await open();
    await expect.element(sendButton).toBeDisabled();
    const { defaultPrevented } = pasteFiles(composer.element(), [await pictureFile()]);
    expect(defaultPrevented).toBe(true);
    await isReady('image.png');
    await sendButton.click();
    await expect.poll(() => sent().map(({ message }) => message)).toEqual(['']);
    await expect.element(log.getByRole('button', { name: 'Enlarge image.png' })).toBeVisible();
  });

  it('by dropping them anywhere, with a sign of where they go', async () => {
    await open();
    // A browser repeats the event while the file is held over the page.
    await expect
      .poll(() => {
        drag('dragover', textFile('a.md'));
        return page.getByText('Drop files to add them to your message').query();
      })
      .toBeVisible();
    drag('drop', textFile('a.md'));
    await isReady('a.md');
    await expect.element(page.getByText('Drop files to add them')).not.toBeInTheDocument();
  });

  it('not by dragging a picture of the page itself', async () => {
    await open();
    const hint = page.getByText('Drop files to add them to your message');
    const isOffered = () => {
      flushSync(() => drag('dragover', textFile('a.md')));
      return hint.query() !== null;
    };
    await expect.poll(isOffered).toBe(true);
    flushSync(() => drag('dragleave'));
    drag('dragstart');
    expect(isOffered()).toBe(false);
    drag('drop', textFile('own.md'));
    drag('dragend');
    expect(isOffered()).toBe(true);
    drag('drop', textFile('a.md'));
    await isReady('a.md');
    await expectCount(chips, 1);
    drag('dragstart');
    // The page has removed the dragged picture, so the browser sends no `dragend`.
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    expect(isOffered()).toBe(true);
  });

  it('not from rich text, to which office programs add a picture', async () => {
    await open();
    const texts = { 'text/html': '<b>Table</b>', 'text/plain': 'Table' };
    expect(pasteFiles(composer.element(), [await pictureFile()], texts).defaultPrevented).toBe(false);
    await expectCount(chips, 0);
  });

  it('by an offer after a long text was pasted, which then leaves the input', async () => {
    await open();
    const text = 'word '.repeat(900);
    pasteFiles(composer.element(), [], { 'text/plain': text });
    await composer.fill(`Sum this up: ${text}`);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await isReady('Pasted text.txt');
    await expect.element(composer).toHaveValue('Sum this up: ');
    await expect.element(composer).toHaveFocus();
    expect(await [...bucket.objects.values()][0]?.text()).toBe(text);
  });

  it.each([
    [
      { limits: { ...LIMITS, maxBytes: 100 }, storage: STORAGE },
      /^\u2068Pasted text\.txt\u2069 has 4\.4 KB\./,
    ],
    [
      { limits: { ...LIMITS, perMessage: 1 }, storage: STORAGE },
      'A message may have one file. One file was left out.',
    ],
    [{ storage: STORAGE }, 'Files are not part of your plan.'],
  ])('not by an offer whose file is refused (%#): the text stays in the input', async (answered, why) => {
    await open();
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    answer('getFileLimits', answered);
    const text = 'word '.repeat(900);
    pasteFiles(composer.element(), [], { 'text/plain': text });
    await composer.fill(`Sum this up: ${text}`);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(composer).toHaveValue(`Sum this up: ${text}`);
    await expect.element(composer).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Add it as a file instead' })).toBeVisible();
  });

  it('by an offer while the user types on: what was typed stays', async () => {
    const { release } = held('getFileLimits', { limits: LIMITS, storage: STORAGE });
    await open();
    const text = 'word '.repeat(900);
    pasteFiles(composer.element(), [], { 'text/plain': text });
    await composer.fill(text);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await expect.element(page.getByText('Checking the files...')).toBeVisible();
    await expectCount(page.getByRole('button', { name: 'Add it as a file instead' }), 0);
    await composer.fill(`${text}And then?`);
    await release();
    await isReady('Pasted text.txt');
    await expect.element(composer).toHaveValue('And then?');
  });

  it('by an offer while the user visits another chat: the text is in the input no longer', async () => {
    server.givenChats(1);
    const { release } = held('getFileLimits', { limits: LIMITS, storage: STORAGE });
    await open();
    const text = 'word '.repeat(900);
    pasteFiles(composer.element(), [], { 'text/plain': text });
    await composer.fill(`${text}And then?`);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await expect.element(page.getByText('Checking the files...')).toBeVisible();
    await link('Chat 1').click();
    await expect.element(composer).toHaveValue('');
    await link('Stored chat 1').click();
    await expect.element(page.getByText('Checking the files...')).toBeVisible();
    await composer.fill(`${text}And then? And when?`);
    await release();
    await isReady('Pasted text.txt');
    await expect.element(composer).toHaveValue('And then? And when?');
  });

  it('by an offer while the user pastes another long text: that one stays, and is offered next', async () => {
    const { release } = held('getFileLimits', { limits: LIMITS, storage: STORAGE });
    await open();
    const [first, second] = ['first '.repeat(900), 'second '.repeat(900)];
    pasteFiles(composer.element(), [], { 'text/plain': first });
    await composer.fill(first);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await expect.element(page.getByText('Checking the files...')).toBeVisible();
    pasteFiles(composer.element(), [], { 'text/plain': second });
    await composer.fill(first + second);
    await release();
    await isReady('Pasted text.txt');
    await expect.element(composer).toHaveValue(second);
    expect(await [...bucket.objects.values()][0]?.text()).toBe(first);
    await expect.element(page.getByText('You pasted 6,300 characters.')).toBeVisible();
  });

  it.each(['the server refuses it', 'a reload interrupts its upload', 'its upload is cancelled'])(
    'by an offer, and the text is back in the input when its file is removed after %s',
    async (when) => {
      if (when.includes('refuses')) answer('registerFile', refuse('file_too_large'));
      else bucket.hold();
      await open();
      const text = 'word '.repeat(900);
      pasteFiles(composer.element(), [], { 'text/plain': text });
      await composer.fill(`Sum this up: ${text}`);
      await page.getByRole('button', { name: 'Add it as a file instead' }).click();
      await expect.element(composer).toHaveValue('Sum this up: ');
      if (when.includes('reload')) await reopenApp();
      const phase = when.includes('cancelled') ? 'uploading' : 'failed';
      await expect.element(chips).toHaveAttribute('data-phase', phase);
      await page.getByRole('button', { name: /(Remove|Cancel the upload of) Pasted text\.txt/ }).click();
      await expect.element(composer).toHaveValue(`Sum this up: ${text}`);
      await expect.element(composer).toHaveFocus();
      expect(Object.values(sessionStorage).filter((stored) => stored.includes(text))).toHaveLength(1);
    },
  );

  it('by an offer, and its text is kept no longer once it is uploaded', async () => {
    await open();
    const text = 'word '.repeat(900);
    pasteFiles(composer.element(), [], { 'text/plain': text });
    await composer.fill(text);
    await page.getByRole('button', { name: 'Add it as a file instead' }).click();
    await isReady('Pasted text.txt');
    await expect
      .poll(() => Object.values(sessionStorage).some((stored) => stored.includes(text)))
      .toBe(false);
    await page.getByRole('button', { name: 'Remove Pasted text.txt' }).click();
    await expectCount(chips, 0);
    await expect.element(composer).toHaveValue('');
  });

  it('not by an offer after a short text was pasted, nor when the text was taken out again', async () => {
    await open();
    pasteFiles(composer.element(), [], { 'text/plain': 'short' });
    pasteFiles(composer.element(), [], { 'text/plain': 'word '.repeat(900) });
    await composer.fill('something else');
    await expect.element(page.getByText('You pasted')).not.toBeInTheDocument();
  });

  it('with the one that fails scrolled into view, on a phone', async () => {
    await narrow();
    await open();
    const good = [1, 2, 3, 4].map((n) => textFile(`${n}.txt`));
    chooseFiles(...good, new File(['no picture'], 'damaged.png', { type: 'image/png' }));
    const damaged = chips.filter({ hasText: 'damaged.png' });
    await expect.element(damaged).toHaveAttribute('data-phase', 'failed');
    await expect.element(damaged).toBeInViewport({ ratio: 0.9 });
  });

  it('with the whole error text of each that fails, also when several fail', async () => {
    answer('registerFile', refuse('storage_full'));
    await open();
    chooseFiles(...[1, 2, 3, 4].map((n) => textFile(`${n}.txt`)));
    await expectCount(page.getByRole('button', { name: /^Retry \d\.txt/ }), 4);
    const hidden = () =>
      chips.elements().map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await expect.poll(hidden).toEqual([0, 0, 0, 0]);
  });

  it('while the choices of the model stay below the input, as without files', async () => {
    await open();
    const choices = page.getByRole('button', { name: /^Model: / });
    const below = () =>
      choices.element().getBoundingClientRect().top - composer.element().getBoundingClientRect().bottom;
    await expect.element(choices).toBeVisible();
    expect(below()).toBeGreaterThanOrEqual(0);
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    expect(below()).toBeGreaterThanOrEqual(0);
  });
});

describe.each([
  ['on a wide screen', () => undefined],
  ['on a phone', narrow],
])('names that differ only at the end %s', (_, resize) => {
  const NAMES = [2023, 2024].flatMap((year) => [
    `A quite long report about the journey ${year}.docx`,
    `A_quite_long_report_about_the_journey_${year}_and_${year}.docx`,
    `${'longword'.repeat(5)}${year}.docx`,
    `تقرير المشروع النهائي عن الرحلة الطويلة ${year}.docx`,
  ]);
  const names = page.getByCss('li bdi[title]');
  const SUBPIXEL = 0.01;
  const isEndInside = (name: Element): boolean => {
    const parts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const text = parts.lastChild() ?? expect.fail('no text');
    const end = endOf(text, '2023.docx'.length).getBoundingClientRect();
    // A part that is cut by less than a pixel has an ellipsis, too.
    return [text.parentElement ?? name, name].every((element) => {
      const box = element.getBoundingClientRect();
      return end.left > box.left - SUBPIXEL && end.right < box.right + SUBPIXEL;
    });
  };
  async function expectEnds(): Promise<void> {
    await expect.poll(() => names.elements().map((name) => name.getAttribute('title'))).toEqual(NAMES);
    expect(names.elements().map(isEndInside)).toEqual(NAMES.map(() => true));
    expect(names.elements().map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual(
      NAMES.map(() => 0),
    );
  }

  it('show their ends in the draft, and have their whole texts', async () => {
    await resize();
    await open();
    chooseFiles(...NAMES.map((name) => textFile(name)));
    for (const name of NAMES) await isReady(name);
    await expectEnds();
    for (const name of NAMES)
      await expect.element(chips.getByText(name, { exact: true })).toBeInTheDocument();
  });

  it('show their ends in a sent message, and have their whole texts', async () => {
    await resize();
    givenMessage('Look', ...NAMES.map((name) => givenFile(name)));
    await open();
    await expectEnds();
    for (const name of NAMES)
      await expect.element(log.getByRole('button', { name: `Download ${name}`, exact: false })).toBeVisible();
  });
});

describe('limits are said before anything is uploaded', () => {
  it('of type, size, number and storage', async () => {
    answer('getFileLimits', {
      limits: { perMessage: 1, maxBytes: 100 },
      storage: { ...STORAGE, limitBytes: 50 },
    });
    await open();
    const zip = new File([new Uint8Array(10)], 'a.zip');
    const long = textFile('long.txt', 'x'.repeat(101));
    const stored = textFile('stored.txt', 'x'.repeat(51));
    // The same sentence about two files is shown once.
    const empty = [textFile('empty.txt', ''), textFile('empty.txt', '')];
    chooseFiles(zip, ...empty, long, stored, textFile('a.txt'), textFile('b.txt'));
    await isReady('a.txt');
    await expectTexts(page.getByRole('alert').getByText(/./), [
      /a\.zip\u2069 cannot be added/,
      '\u2068empty.txt\u2069 is empty.',
      '\u2068long.txt\u2069 has 101 bytes. A file may have 100 bytes.',
      /stored\.txt\u2069 does not fit: 50 bytes of your 50 bytes are left/,
      'A message may have one file. One file was left out.',
    ]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(bucket.requests).toEqual(['PUT']);
  });

  it('unless the server does not tell them within 5 seconds, and checks them itself', async () => {
    const late = new AbortController();
    const never = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 5_000 ? late : never).signal);
    answer('getFileLimits', () => new Promise<never>(() => undefined));
    await open();
    chooseFiles(textFile('a.txt'));
    await expect.element(page.getByText('Checking the files...')).toBeVisible();
    late.abort();
    await isReady('a.txt');
  });

  it('when the plan has no files', async () => {
    answer('getFileLimits', { storage: STORAGE });
    await open();
    chooseFiles(textFile('a.txt'));
    await expect.element(page.getByText('Files are not part of your plan.')).toBeVisible();
  });
});

describe('sending', () => {
  it('waits until the files are uploaded, says so, and keeps the text', async () => {
    await open();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await composer.fill('Hello');
    await expect.element(page.getByText('Send waits until the files are uploaded.')).toBeVisible();
    await expect.element(sendButton).toBeDisabled();
    await press('{Enter}');
    await expect.element(composer).toHaveValue('Hello');
    bucket.release();
    await expect.element(sendButton).toBeEnabled();
    await press('{Enter}');
    await expect.poll(idsSent).toEqual([['a.txt']]);
  });

  it('twice in a moment sends once', async () => {
    await open();
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    await composer.click();
    await press('{Enter}{Enter}');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(idsSent()).toEqual([['a.txt']]);
  });

  it('waits while the device is offline, whose upload continues by itself', async () => {
    await open();
    setOnline(false);
    chooseFiles(textFile('a.txt'));
    await shows(chips, 'Paused until you are online');
    setOnline(true);
    await isReady('a.txt');
  });

  it('is not possible with a file that was refused, until it is removed', async () => {
    answer('registerFile', refuse('file_too_large'));
    await open();
    chooseFiles(textFile('a.txt'));
    await shows(chips, 'That file is too large.');
    await composer.fill('Hello');
    await expect.element(page.getByText('Remove or retry the file')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retry a.txt' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await expect.element(sendButton).toBeEnabled();
  });

  it('works after a retry of a file that the storage had no room for', async () => {
    answer('registerFile', refuse('storage_full'));
    await open();
    chooseFiles(textFile('a.txt'));
    await shows(chips, 'Your storage is full.');
    answer('registerFile', ({ body }) => {
      const { fileId, name } = body as { fileId: string; name: string };
      const file = { ...givenFile(name), fileId };
      return { file, storage: STORAGE };
    });
    await page.getByRole('button', { name: 'Retry a.txt' }).click();
    await isReady('a.txt');
    await expect.element(composer).toHaveFocus();
  });

  it('of a refused message again takes its files along', async () => {
    await open();
    expectOnConsole(/The message was refused/);
    server.refuseFrames('chat', 'service_paused', 'No.');
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    await sendButton.click();
    await expect.element(log.getByText('Not sent')).toBeVisible();
    server.accept('chat');
    await log.getByRole('button', { name: 'Retry' }).click();
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(idsSent()).toEqual([['a.txt'], ['a.txt']]);
  });
});

describe('the files of a draft', () => {
  it('stay with their chat, also over a reload', async () => {
    server.givenChats(1);
    await open();
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    await link('Chat 1').click();
    await expectCount(chips, 0);
    await link('Stored chat 1').click();
    await isReady('a.txt');
    await reopenApp();
    await isReady('a.txt');
    await sendButton.click();
    await expect.poll(idsSent).toEqual([['a.txt']]);
  });

  it('leave the storage with their chat, once its deletion cannot be undone any more', async () => {
    await open();
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    await pick('Chat 1', 'Delete');
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(asked('deleteFile')).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect.poll(() => asked('deleteFile')).toHaveLength(1);
    expect([...server.files.values()]).toEqual([]);
  });

  describe('of several chats that are deleted at once', () => {
    const undo = page.getByRole('button', { name: 'Undo' });
    const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });

    async function deleteSelected(): Promise<void> {
      server.givenChats(2);
      await open();
      chooseFiles(textFile('a.txt'));
      await isReady('a.txt');
      await pick('Stored chat 2', 'Select chats…');
      await expect.element(page.getByRole('checkbox', { name: /^Stored chat 2/ })).toHaveFocus();
      await press('{Shift>}{ArrowDown}{/Shift}');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
    }

    it('leave the storage once the deletion cannot be undone any more', async () => {
      await deleteSelected();
      await expect.element(undo).toBeVisible();
      await expect.poll(() => server.chats.length).toBe(1);
      expect(asked('deleteFile')).toEqual([]);
      await dismiss.click();
      await expect.poll(() => asked('deleteFile')).toHaveLength(1);
      expect([...server.files.values()]).toEqual([]);
    });

    it('stay when it is undone', async () => {
      await deleteSelected();
      await undo.click();
      await expect.element(heading('Stored chat 2')).toBeInTheDocument();
      await isReady('a.txt');
      await sendButton.click();
      await expect.poll(idsSent).toEqual([['a.txt']]);
      expect(asked('deleteFile')).toEqual([]);
    });

    it('stay with a chat that could not be deleted', async () => {
      expectOnConsole(/One of several chats/);
      answer('deleteChat', ({ input: { chatId = '' } }) =>
        chatId === server.newest().chatId ? refuse('internal') : { chatId, restorableUntil: '' },
      );
      await deleteSelected();
      await expect.element(page.getByText(/^1 chat could not be deleted\./)).toBeVisible();
      await dismiss.click();
      await link('Stored chat 2').click();
      await isReady('a.txt');
      await sendButton.click();
      await expect.poll(idsSent).toEqual([['a.txt']]);
      expect(asked('deleteFile')).toEqual([]);
    });
  });

  it('are uploaded while another chat is open', async () => {
    server.givenChats(1);
    await open();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await expect.element(chips).toHaveAttribute('data-phase', 'uploading');
    await link('Chat 1').click();
    await expectCount(chips, 0);
    bucket.release();
    await link('Stored chat 1').click();
    await isReady('a.txt');
  });

  it('are uploaded while the user visits another page', async () => {
    await open();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await expect.element(chips).toHaveAttribute('data-phase', 'uploading');
    window.history.pushState(null, '', '/usage');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(heading('Your usage')).toBeVisible();
    window.history.back();
    await expect.element(chips).toHaveAttribute('data-phase', 'uploading');
    bucket.release();
    await isReady('a.txt');
    await sendButton.click();
    await expect.poll(idsSent).toEqual([['a.txt']]);
  });

  it('of an unfinished upload are asked for again after a reload', async () => {
    await open();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await expect.element(chips).toHaveAttribute('data-phase', 'uploading');
    await reopenApp();
    await shows(chips, 'The upload was interrupted. Add the file again.');
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await expectCount(chips, 0);
  });

  it('are removed by keyboard: the focus goes to the next, then to the one before, then to the input', async () => {
    await open();
    chooseFiles(textFile('a.txt'), textFile('b.txt'), textFile('c.txt'));
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await isReady(name);
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    (remove('b.txt').element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(remove('c.txt')).toHaveFocus();
    await press('{Enter}');
    await expect.element(remove('a.txt')).toHaveFocus();
    await press('{Enter}');
    await expect.element(composer).toHaveFocus();
    await expect.poll(() => asked('deleteFile').length).toBe(3);
  });

  it('leave the draft also when their stored copies cannot be removed now', async () => {
    answer('deleteFile', unreachable());
    await open();
    chooseFiles(textFile('a.txt'));
    await isReady('a.txt');
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await expectCount(chips, 0);
    await expect.poll(() => asked('deleteFile').length).toBe(1);
  });

  it('are announced when they are added, ready, and refused, but not while they progress', async () => {
    await open();
    const said = startListening();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await expect.poll(said).toEqual(['One file was added.']);
    await shows(chips, 'Uploading 50%');
    expect(said()).toEqual(['One file was added.']);
    bucket.release();
    await expect.poll(said).toEqual(['One file was added.', 'All files are uploaded.']);
    answer('registerFile', refuse('file_too_large'));
    chooseFiles(textFile('b.txt'));
    await expect
      .poll(said)
      .toEqual([
        'One file was added.',
        'All files are uploaded.',
        'One file was added.',
        'b.txt: That file is too large.',
      ]);
  });

  it('are announced again when the next text is the same as the last', async () => {
    await open();
    const said = startListening();
    bucket.hold();
    chooseFiles(textFile('a.txt'));
    await expect.poll(said).toEqual(['One file was added.']);
    chooseFiles(textFile('b.txt'));
    await expect.poll(said).toEqual(['One file was added.', 'One file was added.']);
  });

  it('are accessible on a narrow screen, in the dark, with long and right-to-left names and a failure', async () => {
    await narrow();
    await open();
    answer('registerFile', ({ body }) => {
      const { fileId, name } = body as { fileId: string; name: string };
      return name.startsWith('bad')
        ? refuse('file_too_large')
        : { file: { ...givenFile(name), fileId }, storage: STORAGE };
    });
    const names = [`${'very long name '.repeat(8)}.txt`, 'תקציר של הפגישה.txt', '🎉🎊.txt', 'bad.txt'];
    chooseFiles(...names.map((name) => textFile(name)));
    await expect
      .poll(() => chips.elements().map((chip) => chip.getAttribute('data-phase')))
      .toEqual(['ready', 'ready', 'ready', 'failed']);
    await expectAccessible();
    expectNoSidewaysScroll();
  });
});

describe('a message', () => {
  it('shows its files: pictures, documents, removed ones, and pictures that are gone', async () => {
    const lost = givenPicture('lost.png');
    givenMessage(
      'Look',
      givenPicture('a.png'),
      givenFile('b.pdf', { pages: 3 }),
      { ...givenFile('c.csv'), isRemoved: true },
      lost,
    );
    server.files.delete(lost.fileId);
    await open();
    const files = article('Look').getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expectTexts(files, [
      '',
      'DownloadPDFb.pdf3 pages, 1.5 MB',
      'CSVc.csvRemoved',
      /lost\.pngNo longer available/,
    ]);
    await expectAccessible();
    expect(asked('getFileAddresses')).toHaveLength(1);
  });

  it('counts the sheets of a workbook, also of one with macros', async () => {
    const sheets = (name: string, type: string, pages: number) =>
      givenFile(name, { mediaType: `application/vnd.${type}`, pages });
    givenMessage(
      'Look',
      sheets('a.xlsx', 'openxmlformats-officedocument.spreadsheetml.sheet', 1),
      sheets('b.xlsm', 'ms-excel.sheet.macroEnabled.12', 2),
    );
    await open();
    await expectTexts(article('Look').getByRole('list', { name: 'Files' }).getByRole('listitem'), [
      'DownloadXLSXa.xlsx1 sheet, 1.5 MB',
      'DownloadXLSMb.xlsm2 sheets, 1.5 MB',
    ]);
  });

  it('keeps a place for a picture while it loads, and shows one that could not be asked for later', async () => {
    const picture = givenPicture('a.png');
    givenMessage('Look', picture);
    const { release } = held('getFileAddresses', unreachable() as never);
    await open();
    const tile = article('Look').getByRole('button', { name: 'Enlarge a.png: Look' });
    await expect.element(tile).toBeVisible();
    const { height } = tile.element().getBoundingClientRect();
    expect(height).toBeGreaterThan(100);
    await release();
    await expect.element(article('Look').getByText('Could not be loaded')).toBeVisible();
    const given = { fileId: picture.fileId, address: PIXEL, expiresAt: '2100-01-01T00:00:00Z' };
    answer('getFileAddresses', { addresses: [given] });
    await article('Look').getByRole('button', { name: 'Retry a.png' }).click();
    await expect.element(tile.getByRole('presentation')).toBeVisible();
  });

  it('on screen gets a new address for its picture each time that the address has expired', async () => {
    givenMessage('Look', givenPicture('a.png'));
    let loads = 0;
    const count = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && target.src === PIXEL) loads += 1;
    };
    document.addEventListener('load', count, true);
    onTestFinished(() => document.removeEventListener('load', count, true));
    await open();
    const picture = article('Look').getByRole('presentation');
    for (const times of [1, 2, 3]) {
      await expect.poll(() => loads).toBe(times);
      expect(asked('getFileAddresses')).toHaveLength(times);
      picture.element().dispatchEvent(new Event('error'));
    }
    await expect.poll(() => loads).toBe(4);
  });

  it('on screen is not loaded again when the connection comes back', async () => {
    givenMessage('Look', givenPicture('a.png'));
    await open();
    await expect.element(article('Look').getByRole('presentation')).toBeVisible();
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
    window.dispatchEvent(new Event('online'));
    later.mockRestore();
    await article('Look').getByRole('button', { name: 'Enlarge a.png: Look' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Picture' }).getByRole('img')).toBeVisible();
    expect(asked('getFileAddresses')).toHaveLength(1);
  });

  it('refused because a file is gone marks that file, and a retry sends the others', async () => {
    await open();
    chooseFiles(textFile('a.txt'), textFile('b.txt'));
    await isReady('a.txt');
    await isReady('b.txt');
    const [lost] = [...server.files.values()].filter(({ name }) => name === 'a.txt');
    server.files.delete(lost?.fileId ?? expect.fail('not registered'));
    server.refuseFrames('chat', 'file_not_found');
    expectOnConsole(/The message was refused: file_not_found/);
    await composer.fill('Look');
    await press('{Enter}');
    await shows(article('Look'), 'a.txtRemoved');
    server.accept('chat');
    await article('Look').getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => idsSent().at(-1)).toEqual(['b.txt']);
  });

  it('that was refused is edited without one of its files', async () => {
    await open();
    expectOnConsole(/The message was refused/);
    server.refuseFrames('chat', 'service_paused', 'No.');
    chooseFiles(textFile('a.txt'), textFile('b.txt'));
    await isReady('a.txt');
    await isReady('b.txt');
    await sendButton.click();
    await log.getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('textbox', { name: 'Edit your message' });
    await log.getByRole('button', { name: 'Remove a.txt' }).click();
    await expect.element(field).toHaveFocus();
    await expectCount(log.getByRole('list', { name: 'Files' }).getByRole('listitem'), 1);
    await expectAccessible();
    server.accept('chat');
    await log.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => idsSent().at(-1)).toEqual(['b.txt']);
  });

  it('is edited with its files, which can stay without text', async () => {
    givenMessage('Look', givenFile('b.pdf'));
    await open();
    await article('Look').hover();
    await article('Look').getByRole('button', { name: 'Edit' }).click();
    await shows(log.getByRole('list', { name: 'Files' }), 'b.pdf');
    await page.getByRole('textbox', { name: 'Edit your message' }).fill('');
    await log.getByRole('button', { name: 'Send' }).click();
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(idsSent()).toEqual([['b.pdf']]);
    await expect.element(log.getByRole('button', { name: /^Download b\.pdf/ })).toBeVisible();
  });

  it('takes no files while it is edited, and a notice says so', async () => {
    givenMessage('Look', givenFile('b.pdf'));
    await open();
    await article('Look').hover();
    await article('Look').getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('textbox', { name: 'Edit your message' });
    const notice = page.getByText('No files can be added to a message that you edit.');
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await expect.element(field).toHaveFocus();
    expect(pasteFiles(field.element(), [await pictureFile()]).defaultPrevented).toBe(true);
    await expect.element(notice).toBeVisible();
    await dismiss.click();
    await expectCount(notice, 0);
    await field.click();
    flushSync(() => drag('dragover', textFile('a.txt')));
    await expectCount(page.getByText('Drop files to add them'), 0);
    drag('drop', textFile('edited.txt'));
    await expect.element(notice).toBeVisible();
    await composer.click();
    drag('drop', textFile('new.txt'));
    await isReady('new.txt');
    dropOn(field.element(), textFile('edited.txt'));
    await expect.element(notice).toBeVisible();
    await expectTexts(chips, [/new\.txt/]);
  });

  it('loses a file for good after a confirmation', async () => {
    givenMessage('Look', givenFile('b.pdf'), givenFile('c.pdf'));
    await open();
    await article('Look').hover();
    await article('Look').getByRole('button', { name: 'Remove a file' }).click();
    await page.getByRole('menuitem', { name: 'Remove c.pdf' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove this file?' });
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await shows(article('Look'), 'c.pdfRemoved');
    const [{ input } = expect.fail('not asked')] = asked('deleteFile');
    expect(input).toMatchObject({ chatId: server.newest().chatId, messageIndex: '1' });
    await expect.element(article('Look').getByRole('button', { name: 'Remove b.pdf' })).toBeInTheDocument();
  });

  it('shows that another device has removed a file, and keeps its text', async () => {
    givenMessage('Keep it?', givenFile('secret.txt'));
    await open();
    await shows(article('Keep it?'), 'secret.txt');
    const { chatId, messages } = server.newest();
    const { messageIndex = 0, files } = messages.find((message) => message.files) ?? {};
    push({ type: 'fileRemoved', data: { chatId, messageIndex, fileId: files?.[0]?.fileId ?? '' } });
    await shows(article('Keep it?'), 'secret.txtRemoved');
    await expect.element(article('Keep it?').getByText('Keep it?')).toBeVisible();
    await expectCount(article('Keep it?').getByRole('button', { name: /secret\.txt/ }), 0);
  });

  it('keeps the confirmation for one file open when the removal of another succeeds late', async () => {
    const removed = givenFile('c.pdf');
    givenMessage('Look', givenFile('b.pdf'), removed, givenFile('d.pdf'));
    const removing = held('deleteFile', { fileId: removed.fileId });
    await open();
    const dialog = page.getByRole('alertdialog', { name: 'Remove this file?' });
    const ask = async (name: string) => {
      await article('Look').hover();
      await article('Look').getByRole('button', { name: 'Remove a file' }).click();
      await page.getByRole('menuitem', { name: `Remove ${name}` }).click();
    };
    await ask('c.pdf');
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await ask('b.pdf');
    await removing.release();
    await expect.element(dialog.getByText('b.pdf')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await shows(article('Look'), 'c.pdfRemoved');
  });

  it('loses a file that the server has removed already, without an error', async () => {
    answer('deleteFile', refuse('file_not_found'));
    givenMessage('Look', givenFile('b.pdf'));
    await open();
    await article('Look').hover();
    await article('Look').getByRole('button', { name: 'Remove b.pdf' }).click();
    await page.getByRole('button', { name: 'Remove file' }).click();
    await shows(article('Look'), 'b.pdfRemoved');
    await expectCount(page.getByRole('alertdialog'), 0);
  });

  it('keeps a file that could not be removed, and says so', async () => {
    answer('deleteFile', unreachable());
    givenMessage('Look', givenFile('b.pdf'));
    await open();
    await article('Look').hover();
    await article('Look').getByRole('button', { name: 'Remove b.pdf' }).click();
    await page.getByRole('button', { name: 'Remove file' }).click();
    await expect.element(page.getByText('The file could not be removed.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(article('Look').getByRole('button', { name: /^Download b\.pdf/ })).toBeVisible();
  });

  it('without a connection says that a document could not be downloaded', async () => {
    givenMessage('Look', givenFile('b.pdf'));
    await open();
    answer('getFileAddresses', unreachable());
    await article('Look')
      .getByRole('button', { name: /^Download b\.pdf/ })
      .click();
    await expect.element(article('Look').getByText('Could not be downloaded.').first()).toBeVisible();
  });
});

describe('the viewer of pictures', () => {
  const viewer = page.getByRole('dialog', { name: 'Picture' });
  const shown = () => viewer.getByRole('img').element().getAttribute('alt');
  const openFirst = async () => {
    givenMessage('Look', givenPicture('a.png'), givenPicture('b.png'), givenFile('c.pdf'));
    await open();
    const tile = article('Look').getByRole('button', { name: 'Enlarge a.png: Look' });
    await tile.click();
    await expect.element(viewer.getByRole('img')).toBeVisible();
    return tile;
  };
  const swipe = (from: number, to: number, down = 0) => {
    const picture = viewer.getByRole('img').element();
    const finger = (clientX: number, clientY: number) =>
      new Touch({ identifier: 1, target: picture, clientX, clientY });
    picture.dispatchEvent(new TouchEvent('touchstart', { touches: [finger(from, 100)], bubbles: true }));
    picture.dispatchEvent(
      new TouchEvent('touchend', { changedTouches: [finger(to, 100 + down)], bubbles: true }),
    );
  };

  it('turns with the arrow keys and the buttons, and gives the focus back after Escape', async () => {
    const tile = await openFirst();
    expect(shown()).toBe('a.png: Look');
    await press('{ArrowRight}');
    await expect.poll(shown).toBe('b.png: Look');
    await press('{ArrowRight}');
    await expect.poll(shown).toBe('b.png: Look');
    await viewer.getByRole('button', { name: 'Previous picture' }).click();
    await expect.poll(shown).toBe('a.png: Look');
    await press('{Escape}');
    await expect.element(viewer).not.toBeInTheDocument();
    await expect.element(tile).toHaveFocus();
  });

  it('turns with a swipe on a phone, and is accessible there', async () => {
    await narrow();
    await openFirst();
    swipe(300, 100);
    await expect.poll(shown).toBe('b.png: Look');
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  it('does not turn when the finger moves more downwards than sideways, and turns with the next swipe', async () => {
    await narrow();
    await openFirst();
    flushSync(() => swipe(300, 230, 500));
    expect(shown()).toBe('a.png: Look');
    swipe(300, 230, 30);
    await expect.poll(shown).toBe('b.png: Look');
  });

  it('does not turn when the finger moves over a zoomed page, and turns again afterwards', async () => {
    await narrow();
    await openFirst();
    const zoom = vi.spyOn(VisualViewport.prototype, 'scale', 'get').mockReturnValue(2.5);
    flushSync(() => swipe(300, 100));
    expect(shown()).toBe('a.png: Look');
    zoom.mockRestore();
    swipe(300, 100);
    await expect.poll(shown).toBe('b.png: Look');
  });

  it('says that a picture could not be downloaded only while that picture is shown', async () => {
    await openFirst();
    answer('getFileAddresses', unreachable());
    await viewer.getByRole('button', { name: 'Download' }).click();
    await expectTexts(viewer.getByRole('status'), ['Could not be downloaded. Please try again.']);
    await viewer.getByRole('button', { name: 'Next picture' }).click();
    await expectTexts(viewer.getByRole('status'), ['2 of 2']);
    await expect.element(viewer.getByRole('button', { name: 'Next picture' })).toHaveFocus();
  });

  it('opens the first picture after the one that the user turned to was removed on another device', async () => {
    const tile = await openFirst();
    await press('{ArrowRight}');
    await expect.poll(shown).toBe('b.png: Look');
    const { chatId, messages } = server.newest();
    const { messageIndex = 0, files } = messages.find((message) => message.files) ?? {};
    push({ type: 'fileRemoved', data: { chatId, messageIndex, fileId: files?.[1]?.fileId ?? '' } });
    await expectCount(viewer, 0);
    await tile.click();
    await expect.poll(shown).toBe('a.png: Look');
  });

  it('opens another picture after the shown one was removed on another device', async () => {
    await openFirst();
    const { chatId, messages } = server.newest();
    const { messageIndex = 0, files } = messages.find((message) => message.files) ?? {};
    push({ type: 'fileRemoved', data: { chatId, messageIndex, fileId: files?.[0]?.fileId ?? '' } });
    await expectCount(viewer, 0);
    await article('Look').getByRole('button', { name: 'Enlarge b.png: Look' }).click();
    await expect.poll(shown).toBe('b.png: Look');
  });

  it('downloads the picture under its name', async () => {
    await openFirst();
    await viewer.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => asked('getFileAddresses').at(-1)?.body).toMatchObject({ asDownload: true });
  });
});

it('a guest has no button; dropped files say why', async () => {
  await openApp('/guest');
  await expect.element(page.getByPlaceholder('Message Parley')).toBeVisible();
  expect(attach.elements()).toEqual([]);
  drag('drop', textFile('a.txt'));
  await expect.element(page.getByText('Files can be added when you are signed in.')).toBeVisible();
  await expectCount(chips, 0);
});

it('a file of 20 MB is offered to the storage in parts', async () => {
  await open();
  const large = new File([new Uint8Array(LIMITS.maxBytes).fill(97)], 'large.txt');
  chooseFiles(large);
  await isReady('large.txt');
  expect(bucket.requests).toEqual(['POST uploads', 'PUT 1', 'PUT 2', 'PUT 3', 'PUT 4', 'POST']);
});

it('on a phone the button to add files and the menu button fit the screen, and nothing covers them', async () => {
  await narrow();
  await openChat();
  await expect.element(attach).toBeVisible();
  await expect.element(openMenu).toBeVisible();
  expectNoSidewaysScroll();
  for (const button of [attach, openMenu])
    await expect.poll(() => seenParts(button)).toEqual(Array(9).fill(true));
});
