/**
 * Starts, claims, ends, crashes and late deliveries of turns in any order, against the tables (decision 0007), and
 * settlements of one day that overtake each other, and a save during a restore.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SAVED_PROMPT } from '#contract/limits';
import { putChat } from '../../lambdas/store/chats/chats.ts';
import { setRating } from '../../lambdas/store/chats/likes-and-thanks.ts';
import { countAgain, putMissing } from '../../lambdas/store/copy-rows-from-backup.ts';
import { chatsTable, db } from '../../lambdas/store/db-and-table-names.ts';
import { ownerPartition } from '../../lambdas/store/owner-keys.ts';
import { removePrompt, savePrompt } from '../../lambdas/store/saved-prompts.ts';
import { abandonTurn, endTurn, startTurn } from '../../lambdas/store/turns/lock.ts';
import { claimTurn, finishTurn, getTurn, type TurnItem } from '../../lambdas/store/turns/turns.ts';
import { reserveMessage, settleMessage } from '../../lambdas/store/usage/reservations.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

// Loads the product's modules afresh: those that another test file loaded keep the AWS clients of its stack.
vi.hoisted(() => vi.resetModules());

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
  const { client, table } = stack.inner.dynamodb;
  const { protocol, hostname, port } = (await client.config.endpoint?.()) ?? expect.fail('no endpoint');
  const { accessKeyId, secretAccessKey } = await client.config.credentials();
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `${protocol}//${hostname}:${port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  vi.stubEnv('CHATS_TABLE', table('Chats'));
  vi.stubEnv('USAGE_TABLE', table('Usage'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack.close();
});

const LEASE_MS = 20_000;
const LOCK_MS = 30 * 60_000;

interface Job {
  readonly requestId: string;
  readonly messageIndex: number;
  readonly version: number;
}
interface Worker extends Job {
  readonly name: string;
}

/**
 * A chat with the turns that were handed over so far and the workers that run. Each step is compared with the state
 * before it.
 */
class Chat {
  readonly owner = randomUUID();
  readonly chatId = randomUUID();
  readonly jobs: Job[] = [];
  readonly #workers: Worker[] = [];
  readonly #seen = new Map<number, TurnItem>();
  #now = Date.now();
  #last: number | undefined;

  open = () => putChat(this.owner, { ...this.#chat(), nextIndex: 1 });

  async start(isReplacing: boolean): Promise<void> {
    const requestId = randomUUID();
    const replaces = isReplacing ? this.#last : undefined;
    const call = requestId;
    const start = { requestId, call, replaces, now: this.#now, lockMs: LOCK_MS, leaseMs: LEASE_MS };
    const outcome = await startTurn(this.owner, this.chatId, start);
    if (outcome.kind !== 'started') return;
    const { messageIndex, version } = outcome;
    if (replaces !== undefined) expect(messageIndex).toBe(replaces);
    this.jobs.push({ requestId, messageIndex, version });
  }

  /** Takes a turn back, as a call does whose hand-over seems to have failed. */
  async cancel(pick: number): Promise<void> {
    const job = choose(this.jobs, pick);
    if (job) await abandonTurn(this.owner, this.chatId, { call: job.requestId });
  }

  async deliver(job: Job | undefined): Promise<void> {
    if (!job) return;
    const name = randomUUID();
    const said = { userText: textOf(job), userAt: '', model: 'm', reason: '' };
    const claim = { ...job, ...said, worker: name, now: this.#now, leaseMs: LEASE_MS };
    const { kind } = await claimTurn({ ...this.#chat(), messageIndex: job.messageIndex }, claim);
    const newest = this.#seen.get(job.messageIndex)?.version ?? 0;
    if (job.version < newest) expect(kind).toBe('replaced');
    if (kind === 'claimed') this.#workers.push({ ...job, name });
    if (kind === 'ended') await this.#conclude(job);
    await this.#look(job.messageIndex);
  }

  async finish(pick: number): Promise<void> {
    const worker = choose(this.#workers, pick);
    if (!worker) return;
    const { messageIndex } = worker;
    const end = {
      status: 'complete',
      text: textOf(worker),
      replyAt: '',
      inputTokens: 1,
      outputTokens: 1,
    } as const;
    if (await finishTurn({ ...this.#chat(), messageIndex }, worker.name, end)) await this.#conclude(worker);
    await this.#look(messageIndex);
  }

  async like(pick: number): Promise<void> {
    const job = choose(this.jobs, pick);
    if (!job) return;
    await setRating({ ...this.#chat(), messageIndex: job.messageIndex }, { liked: true, disliked: false });
    await this.#look(job.messageIndex);
  }

  crash(pick: number): void {
    const worker = choose(this.#workers, pick);
    if (worker) this.#workers.splice(this.#workers.indexOf(worker), 1);
  }

  wait = (ms: number): void => {
    this.#now += ms;
  };

  /** Delivers every job once more, lets each worker finish, and expects the newest version of each turn. */
  async drain(): Promise<void> {
    this.#workers.length = 0;
    for (const job of this.jobs) {
      this.wait(LEASE_MS + 1);
      await this.deliver(job);
      while (this.#workers.length > 0) {
        await this.finish(0);
        this.crash(0);
      }
    }
    for (const [index, { version, status, text }] of this.#seen) {
      const newest = Math.max(
        ...this.jobs.filter((job) => job.messageIndex === index).map((job) => job.version),
      );
      expect({ index, version, status, text }).toEqual({
        ...{ index, version: newest, status: 'complete' },
        text: textOf({ version: newest }),
      });
    }
  }

  #chat = () => ({ owner: this.owner, chatId: this.chatId, name: 'Chat', createdAt: '' });

  async #conclude({ requestId, messageIndex }: Job): Promise<void> {
    await endTurn(this.owner, this.chatId, { requestId, messageIndex });
    this.#last = messageIndex;
  }

  /** Checks that a stored turn only moves forward. */
  async #look(messageIndex: number): Promise<void> {
    const turn = await getTurn({ ...this.#chat(), messageIndex });
    if (!turn) return;
    const before = this.#seen.get(messageIndex);
    this.#seen.set(messageIndex, turn);
    const { version = 0, attempt = 0 } = turn;
    expect(turn.userText).toBe(textOf({ version }));
    if (turn.text !== '') expect(turn.text).toBe(textOf({ version }));
    if (!before) return;
    const [oldVersion, oldAttempt] = [before.version ?? 0, before.attempt ?? 0];
    expect(version).toBeGreaterThanOrEqual(oldVersion);
    if (version > oldVersion) {
      expect(attempt).toBeGreaterThan(oldAttempt);
      expect(turn.liked).toBeUndefined();
      expect(turn.requestIds).toContain(before.requestId);
    } else if (before.status !== 'streaming') {
      expect({ ...turn, liked: true }).toEqual({ ...before, liked: true });
    }
  }
}

const textOf = ({ version }: Pick<Job, 'version'>): string => `version ${version}`;
const choose = <T>(from: readonly T[], pick: number): T | undefined => from[pick % Math.max(1, from.length)];

const pick = fc.nat({ max: 20 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('start' as const), isReplacing: fc.boolean() }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('deliver', 'newest', 'newest', 'finish', 'finish', 'crash', 'cancel', 'like'),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(LEASE_MS + 1, LOCK_MS) }),
  },
);

it('the newest start of a turn wins, and what has ended stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const chat = new Chat();
      await chat.open();
      for (const next of steps) {
        if ('isReplacing' in next) await chat.start(next.isReplacing);
        else if ('ms' in next) chat.wait(next.ms);
        else if (next.do === 'deliver') await chat.deliver(choose(chat.jobs, next.pick));
        else if (next.do === 'newest') await chat.deliver(chat.jobs.at(-1));
        else if (next.do === 'finish') await chat.finish(next.pick);
        else if (next.do === 'crash') chat.crash(next.pick);
        else if (next.do === 'cancel') await chat.cancel(next.pick);
        else await chat.like(next.pick);
      }
      await chat.drain();
    }),
    // A failure prints its seed; shrinking takes longer than a test may.
    { numRuns: 30, endOnFailure: true },
  );
});

it.each([
  ['the first', []],
  ['a later', ['earlier']],
])('%s settlement of a day whose answer is lost recognises itself after three others', async (_, before) => {
  const owner = randomUUID();
  const at = Date.now();
  const spent = { model: 'm', inputTokens: 1, outputTokens: 1, cost: 0.01 };
  const settle = (requestId: string) => settleMessage(owner, { requestId, at, call: requestId, spent });
  const others = ['second', 'third', 'fourth'];
  for (const requestId of [...before, 'lost', ...others])
    await reserveMessage(owner, { requestId, call: requestId, at, limit: 9 });
  for (const requestId of before) expect(await settle(requestId)).toBe(true);
  const meanwhile: boolean[] = [];
  // The stack's faults strike only functions. The test's own client loses this answer.
  db().middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      if (meanwhile.length > 0 || !JSON.stringify(args.input).includes('open_lost')) return answer;
      for (const requestId of others) meanwhile.push(await settle(requestId));
      throw Object.assign(new Error('The answer is lost'), { $retryable: {} });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'losesAnswer' },
  );
  expect(await settle('lost').finally(() => db().middlewareStack.remove('losesAnswer'))).toBe(true);
  expect(meanwhile).toEqual([true, true, true]);
  for (const requestId of ['lost', ...others]) expect(await settle(requestId)).toBe(false);
});

it('a prompt that is saved while a restore counts the prompts is counted', async () => {
  const owner = randomUUID();
  const pk = ownerPartition(owner);
  await putMissing(chatsTable(), { pk, sk: 'PROMPT#restored', name: 'restored', text: 'x' });
  let saves = 0;
  db().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName === 'QueryCommand' && saves < 2) {
          saves += 1;
          await savePrompt(owner, { promptId: randomUUID(), name: 'meanwhile', text: 'x' });
        }
        return answer;
      },
    { step: 'initialize', name: 'saves' },
  );
  try {
    await countAgain(owner);
  } finally {
    db().middlewareStack.remove('saves');
  }
  const { documents } = stack.inner.dynamodb;
  const counted = new GetCommand({ TableName: chatsTable(), Key: { pk, sk: 'PROMPTS' } });
  expect((await documents.send(counted)).Item).toMatchObject({ count: 1 + saves });
});

it('a prompt that is saved and removed while a restore counts the prompts is not counted', async () => {
  const owner = randomUUID();
  const pk = ownerPartition(owner);
  await savePrompt(owner, { promptId: randomUUID(), name: 'kept', text: 'x' });
  const promptId = randomUUID();
  let isDone = false;
  db().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'QueryCommand' || isDone) return next(args);
        isDone = true;
        await savePrompt(owner, { promptId, name: 'meanwhile', text: 'x' });
        const answer = await next(args);
        await removePrompt(owner, promptId);
        return answer;
      },
    { step: 'initialize', name: 'saves' },
  );
  try {
    await countAgain(owner);
  } finally {
    db().middlewareStack.remove('saves');
  }
  const { documents } = stack.inner.dynamodb;
  const counted = new GetCommand({ TableName: chatsTable(), Key: { pk, sk: 'PROMPTS' } });
  expect([isDone, (await documents.send(counted)).Item]).toMatchObject([true, { count: 1 }]);
});

it('a restore counts all prompts, also when one page of a query does not hold them', async () => {
  const owner = randomUUID();
  const pk = ownerPartition(owner);
  // As many bytes as the longest text in Chinese has. The local DynamoDB takes a Chinese character for one byte.
  const text = 'x'.repeat(3 * SAVED_PROMPT.textMaxLength);
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      putMissing(chatsTable(), { pk, sk: `PROMPT#${randomUUID()}`, name: `Prompt ${n}`, text }),
    ),
  );
  await countAgain(owner);
  const { documents } = stack.inner.dynamodb;
  const counted = new GetCommand({ TableName: chatsTable(), Key: { pk, sk: 'PROMPTS' } });
  expect((await documents.send(counted)).Item).toMatchObject({ count: 100 });
});
