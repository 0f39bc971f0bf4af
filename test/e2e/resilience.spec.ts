/** Resilience of the chat: replies that are huge, fast or pathological, and hostile text wherever a user's text is shown. */
import type { Page } from 'playwright/test';
import { clientFrame, type ServerFrame } from '#contract/socket';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { storeTurn } from '../support/turns.ts';
import { composer, expect, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const chatId = (page: Page): string => page.url().split('/').at(-1) ?? '';

/** No dialog may open, and nothing that was hidden in a text may have run. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate("'canary' in window")).toBe(false);
}

test.beforeEach(({ chat }) => {
  chat.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
});

/** Longer than any model of the product's may write: the test answers in the server's place. */
test('a reply of 100,000 characters streams, ends, and is the same after a reload', async ({
  chat,
  stack,
  user,
}) => {
  const part = (i: number) =>
    `## Part ${i}\n\nSome **plain** words of part ${i}, with \`code\`.\n\n- one\n- two\n\n`;
  const text = `${Array.from({ length: 1_600 }, (_, i) => part(i)).join('')}This is the end of it.`;
  expect(text.length).toBeGreaterThan(100_000);
  const id = chatId(chat);
  await chat.routeWebSocket(/\/socket$/, (page) => {
    const server = page.connectToServer();
    page.onMessage(async (message) => {
      const frame = clientFrame.parse(JSON.parse(String(message)));
      if (frame.action !== 'chat') {
        server.send(message);
        return;
      }
      const turn = { chatId: id, index: 1, requestId: frame.id, userText: frame.data.message, text };
      await storeTurn(stack, user, turn);
      for (const sent of framesOf(frame.id, id, text)) page.send(JSON.stringify(sent));
    });
  });
  await chat.reload();
  await send(chat, 'Write a lot');
  await expect(log(chat).getByText('This is the end of it.')).toBeInViewport();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expectResponsive(chat);
  const shown = await textOfReply(chat);
  expect(shown).not.toContain('## Part');
  await chat.reload();
  await expect(log(chat).getByText('This is the end of it.')).toBeInViewport();
  expect(await textOfReply(chat)).toBe(shown);
  await expect(log(chat).getByRole('heading', { name: 'Part 1599' })).toBeVisible();
});

/** Frames of a reply as a server sends them: pieces of 500 characters, the message, the acknowledgement. */
function framesOf(requestId: string, id: string, text: string): ServerFrame[] {
  const about = { chatId: id, messageIndex: 2, requestId };
  const deltas = (text.match(/[\s\S]{1,500}/g) ?? []).map((piece, i): ServerFrame => {
    return { type: 'assistantDelta', data: { ...about, attempt: 1, offset: i * 500, text: piece } };
  });
  const end = {
    ...about,
    role: 'assistant',
    createdAt: new Date().toISOString(),
    status: 'complete',
  } as const;
  const ack = { chatId: id, messageIndex: 2, status: 'complete' };
  return [
    ...deltas,
    { type: 'assistantMessage', data: { ...end, content: text } },
    { type: 'ack', id: requestId, data: ack },
  ];
}

test('200 pieces a second are drawn together, and none is lost', async ({ chat, stack }) => {
  let deltas = 0;
  chat.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('assistantDelta')) deltas += 1;
    }),
  );
  await chat.reload();
  await expect(composer(chat)).toBeVisible();
  const pieces = Array.from({ length: 600 }, (_, i) => `p${i} `);
  stack.model.replyPaced([...pieces, 'end.'], 5);
  await send(chat, 'Quickly');
  await expect(log(chat).getByText('p599 end.')).toBeVisible();
  expect(await textOfReply(chat)).toContain(`${pieces.join('')}end.`);
  expect(deltas).toBeGreaterThan(0);
  expect(deltas).toBeLessThan(pieces.length / 2);
});

/** Each within what the emulated models may write, which is 32,768 characters. */
const PATHOLOGICAL = {
  quotes: `${'>'.repeat(5_000)} deep`,
  lists: Array.from({ length: 120 }, (_, i) => `${'  '.repeat(i)}- item`).join('\n'),
  'a huge table': `|${' h |'.repeat(40)}\n|${'--|'.repeat(40)}\n${`|${' c |'.repeat(40)}\n`.repeat(150)}`,
  emphasis: '*a **b '.repeat(4_000),
  brackets: '['.repeat(10_000),
  'links in links': `${'[a]('.repeat(2_000)}x${')'.repeat(2_000)}`,
  backticks: Array.from({ length: 200 }, (_, i) => '`'.repeat(i)).join(' '),
  'open fences': '```\n~~~\n'.repeat(1_000),
  entities: '&#x26;'.repeat(5_000),
  underscores: '_'.repeat(20_000),
  definitions: Array.from({ length: 900 }, (_, i) => `[r${i}]: https://example.com/${i}`).join('\n'),
  'one endless word': 'w'.repeat(30_000),
  html: '<div>'.repeat(5_000),
};

/** In the page: how deeply the conversation's elements are nested, and how many there are. */
const SIZE_OF_LOG = `(() => {
  const depthOf = (e) => 1 + [...e.children].reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
  const log = document.querySelector('[role=log]');
  return [depthOf(log), log.querySelectorAll('*').length];
})()`;

test('pathological Markdown is shown with bounded depth and size, and the page stays usable', async ({
  chat,
  stack,
}) => {
  for (const [name, text] of Object.entries(PATHOLOGICAL)) {
    const pieces = text.match(/[\s\S]{1,2000}/g) ?? [];
    stack.replyWith(...pieces, `\n\n\`\`\`\n~~~\n\n---\n\nThe end of ${name}.`);
    await send(chat, `Now ${name}`);
    await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
    await expect(log(chat)).toContainText(`The end of ${name}.`);
  }
  await expectResponsive(chat);
  await chat.reload();
  await expect(log(chat)).toContainText('The end of html.');
  const [depth, elements] = await chat.evaluate<[number, number]>(SIZE_OF_LOG);
  expect(depth).toBeLessThan(60);
  expect(elements).toBeLessThan(60_000);
  const overflow = await chat.evaluate('document.documentElement.scrollWidth > innerWidth');
  expect(overflow).toBe(false);
});

test('hostile text in messages is shown as it is', async ({ chat, stack }) => {
  stack.replyWith('Noted.');
  for (const text of Object.values(HOSTILE_TEXTS)) {
    await send(chat, text);
    await expect(log(chat).getByRole('article', { name: 'You' }).last()).toContainText(
      text.trim().slice(0, 40),
    );
    await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
  }
  await expectNothingRan(chat);
});

test('hostile text in replies is shown and nothing of it runs', async ({ chat, stack }) => {
  stack.replyWith(...Object.values(HOSTILE_TEXTS).flatMap((text) => [...text, '\n\n']), 'The end.');
  await send(chat, 'Say something difficult');
  await expect(log(chat).getByText('The end.')).toBeVisible();
  await expectNothingRan(chat);
});

test('hostile names of chats are shown as they are: in the list, the header and the title', async ({
  chat,
  stack,
  user,
}) => {
  const path = `/api/chats/${chatId(chat)}/name`;
  for (const newName of Object.values(HOSTILE_TEXTS)) {
    const { status } = await stack.http('PUT', path, { token: user.token, body: { newName } });
    expect(status).toBe(200);
    const name = newName.trim();
    await expect.poll(() => chat.getByRole('navigation', { name: 'Chats' }).textContent()).toContain(name);
    await expect.poll(async () => visible(await chat.title())).toContain(visible(name));
  }
  await expectNothingRan(chat);
});

/** Without white space and control characters, of which a window's title takes its own view. */
const visible = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, '');

/** The text of the newest reply. */
async function textOfReply(page: Page): Promise<string> {
  return log(page).getByRole('article').last().locator('[data-reply]').innerText();
}

/** Expects typed text to arrive: the page's main thread is free. */
async function expectResponsive(page: Page): Promise<void> {
  await composer(page).pressSequentially('still here');
  await expect(composer(page)).toHaveValue('still here');
  await composer(page).fill('');
}
