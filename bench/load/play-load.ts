/**
 * Plays users on the local stack: conversations with pauses, a burst in which all send at once, and the same burst
 * while at most `overloadedTo` functions may run. Then compares what the users sent with what is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReplySource, textOf } from '../../local/bedrock/bedrock-types.ts';
import { startTestStack, type TestStack } from '../../test/support/stack.ts';
import { LoadUser, type Sent } from './load-user.ts';

export interface Load {
  readonly users: number;
  readonly messages: number;
  readonly thinkMs: number;
  readonly paceMs: number;
  readonly overloadedTo: number;
}

export interface Phase {
  readonly sent: readonly Sent[];
  /** From the last message sent until no function runs and no event or failed reply is queued. */
  readonly drainMs: number;
}

export interface Played {
  readonly calm: Phase;
  readonly burst: Phase;
  readonly overload: Phase;
  /** Empty if each message is stored and counted once, and has one complete reply from one call of the model. */
  readonly wrong: readonly string[];
}

const PIECES = 8;
const AT_A_TIME = 10;
const DRAIN_CHECK_MS = 20;

class EchoModel {
  readonly calls = new Map<string, number>();
  readonly #paceMs: number;

  constructor(paceMs: number) {
    this.#paceMs = paceMs;
  }

  readonly source: ReplySource = (request, { signal }) => {
    const question = textOf(request.messages.at(-1) ?? { role: 'user', content: [] });
    this.calls.set(question, (this.calls.get(question) ?? 0) + 1);
    return this.#speak(question, signal);
  };

  async *#speak(question: string, signal: AbortSignal): ReturnType<ReplySource> {
    for (let i = 0; i < PIECES; i++) {
      if (i > 0) await sleep(this.#paceMs);
      if (signal.aborted) return;
      yield i === 0 ? replyTo(question) : ` ${i}`;
    }
  }
}

const replyTo = (question: string): string => `Re ${question}:`;

export async function playLoad(load: Load): Promise<Played> {
  const model = new EchoModel(load.paceMs);
  const stack = await startTestStack({ source: model.source, retries: 'asOnAws' });
  const users: LoadUser[] = [];
  try {
    await eachOf(Array.from({ length: load.users }), async () => {
      const user = new LoadUser(stack, await stack.givenUser());
      users.push(user);
      await user.openChat();
    });
    const calm = await phase(stack, users, (user, n) => converse(user, n, load));
    const all = (what: string) => phase(stack, users, (user, n) => user.say(`${what} of user ${n}`));
    const burst = await all('Burst');
    stack.inner.functions.limitConcurrency(load.overloadedTo);
    const overload = await all('Overload');
    stack.inner.functions.limitConcurrency();
    return { calm, burst, overload, wrong: await findWrong(stack, users, model) };
  } finally {
    for (const user of users) user.close();
    await stack.close();
  }
}

async function converse(user: LoadUser, n: number, { messages, thinkMs }: Load): Promise<void> {
  for (let i = 0; i < messages; i++) {
    await sleep(Math.random() * thinkMs);
    await user.say(`Message ${i} of user ${n}`);
  }
}

async function phase(
  stack: TestStack,
  users: readonly LoadUser[],
  play: (user: LoadUser, n: number) => Promise<void>,
): Promise<Phase> {
  const before = users.map(({ sent }) => sent.length);
  await Promise.all(users.map(play));
  const { functions } = stack.inner;
  while (functions.running() + functions.pendingEvents() + functions.queue('RepliesFailures').length > 0)
    await sleep(DRAIN_CHECK_MS);
  const drainedAt = performance.now();
  const sent = users.flatMap((user, i) => user.sent.slice(before[i]));
  return { sent, drainMs: drainedAt - Math.max(...sent.map(({ sentAt }) => sentAt)) };
}

async function findWrong(
  stack: TestStack,
  users: readonly LoadUser[],
  { calls }: EchoModel,
): Promise<string[]> {
  const wrong: string[] = [];
  await eachOf(users, async ({ user, chatId, sent }) => {
    const [, ...messages] = await stack.history(user, chatId);
    for (const { text, failedWith } of sent) {
      if (failedWith !== undefined) wrong.push(`${text}: ended with ${failedWith}`);
      const stored = messages.filter(({ role, content }) => role === 'user' && content === text).length;
      if (stored !== 1) wrong.push(`${text}: stored ${stored} times`);
      const replies = messages.filter(
        ({ role, content }) => role === 'assistant' && content.startsWith(replyTo(text)),
      );
      if (replies.length !== 1) wrong.push(`${text}: ${replies.length} replies`);
      if (replies.some(({ status }) => status !== 'complete'))
        wrong.push(`${text}: the reply is not complete`);
      if (calls.get(text) !== 1) wrong.push(`${text}: ${calls.get(text) ?? 0} calls of the model`);
    }
    if (messages.length !== 2 * sent.length)
      wrong.push(`${user.email}: ${messages.length} messages are stored`);
    const used = await stack.usedMessages(user);
    if (used !== sent.length) wrong.push(`${user.email}: ${used} messages are counted`);
  });
  return wrong;
}

async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items.entries()].reverse();
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await run(next[1]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
