import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Browser, chromium, type Page } from 'playwright';
import { signIn } from '../test/e2e/fixtures.ts';
import setup from '../test/support/build-assembly.ts';
import { BROWSER_ARGS, findBrowser } from '../test/support/find-browser.ts';
import { startTestStack, type TestStack, type TestUser } from '../test/support/stack.ts';

export const LAST = 'This is the last answer.';
export const FIRST = 'Question 1 of this long chat?';

export interface Bench {
  readonly stack: TestStack;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function startBench(): Promise<Bench> {
  await setup();
  const stack = await startTestStack();
  stack.replyWith('A plain reply.');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  return {
    stack,
    browser,
    close: async () => {
      await browser.close();
      await stack.close();
    },
  };
}

/** Signs a new user in, and opens the user's first chat without the tour. */
export async function openProduct({ stack, browser }: Bench): Promise<{ page: Page; user: TestUser }> {
  const user = await stack.givenUser();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  await context.addInitScript("localStorage.setItem('hasSeenChatTour', 'true')");
  const page = await context.newPage();
  await signIn(page, user);
  return { page, user };
}

/**
 * Stores another chat of the user, with an even number of messages. Waits for the consumers of the table's stream, such
 * as the search index.
 */
export async function givenLongChat(stack: TestStack, user: TestUser, messages: number): Promise<string> {
  const client = await stack.connect(user);
  const { chatId } = await stack.openChat(client, user);
  await client.close();
  const { dynamodb, functions } = stack.inner;
  const TableName = dynamodb.table('Chats');
  const turns = Array.from({ length: messages / 2 }, (_, i) => ({
    pk: `CHAT#${user.owner}#${chatId}`,
    ...turn(i, messages / 2),
  }));
  for (let i = 0; i < turns.length; i += 25)
    await dynamodb.documents.send(
      new BatchWriteCommand({
        RequestItems: { [TableName]: turns.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
  await dynamodb.documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `OWNER#${user.owner}`, sk: `CHAT#${chatId}` },
      UpdateExpression: 'SET nextIndex = :next',
      ExpressionAttributeValues: { ':next': messages + 1 },
    }),
  );
  await functions.streamsSettled();
  return chatId;
}

function turn(i: number, turns: number) {
  const index = 2 * i + 1;
  const at = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
  return {
    sk: `MSG#${String(index).padStart(8, '0')}`,
    index,
    requestId: crypto.randomUUID(),
    userText: `Question ${i + 1} of this long chat?`,
    userAt: at,
    text: i === turns - 1 ? LAST : answer(i),
    replyAt: at,
    status: 'complete',
    model: 'geminitwofive',
  };
}

function answer(i: number): string {
  const sentence = `Answer ${i + 1} has some **plain** words in it, as answers do, and a bit of \`code\`. `;
  if (i % 20 === 7) return `${sentence}\n\n\`\`\`ts\nconst answer = ${i};\nconsole.log(answer);\n\`\`\``;
  if (i % 5 === 3) return `${sentence}\n\n1. one thing\n2. another thing\n3. a third`;
  return `${sentence.repeat(2)}\n\n${sentence.repeat(1 + (i % 3))}`;
}

export const SCROLLER = `[...document.querySelectorAll('[role=log], [role=log] *')].find(
  (e) => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY))`;

/** Scrolls up until the page has loaded the whole chat. */
export async function readAll(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const scroller = ${SCROLLER};
    const up = () => {
      if (document.body.innerText.includes(${JSON.stringify(FIRST)})) resolve();
      else {
        scroller.scrollTop = scroller.scrollTop > 100 ? 0 : 50;
        setTimeout(up, 20);
      }
    };
    up();
  })`);
}
