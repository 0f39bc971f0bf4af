/**
 * Measures a turn, and a turn that begins a branch, in chats of 10 and of 1,000 messages: database calls, their units,
 * and the sequential AWS calls before the model's call. `node bench/turn.ts`
 */
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import type { ChatData } from '#contract/socket';
import setup from '../test/support/build-assembly.ts';
import { dataOf } from '../test/support/socket-client.ts';
import { startTestStack } from '../test/support/stack.ts';
import { print } from './report.ts';

/** Budgets (docs/architecture.md 8). */
const WRITE_BUDGET = 6;
const CALLS_BUDGET = 2;
/** Added to each AWS call, so that sequential calls show in the time before the model's call. */
const DELAY_MS = 150;

/** Turns on a page of history: the largest `context` (`lambdas/contract/socket.ts`) that this benchmark sends. */
const PAGE_TURNS = HISTORY_PAGE_SIZE / 2;

await setup();
const stack = await startTestStack();
stack.replyWith('A short ', 'reply ', 'of a model.');
for (const messages of [10, 1_000]) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  await stack.fillChat(user, chat.chatId, messages / 2);
  let after = messages;
  const versionOf = 2 * Math.floor(messages / 4) + 1;
  const fork = { versionOf, path: [[0, versionOf - 1] as [number, number]] };
  /** Sends a message like a client that knows where the chat ends, and that the user has no instructions. */
  const say = async (message: string, place: Pick<ChatData, 'versionOf' | 'path'> = {}) => {
    const turns = place.versionOf === undefined ? after / 2 + 1 : (place.versionOf + 1) / 2;
    const known = { after, context: Math.min(turns, PAGE_TURNS), instructions: false, ...place };
    dataOf(await client.call('chat', { chatId: chat.chatId, message, userEmail: user.email, ...known }));
    after += 2;
  };
  await say('Warm up');
  await measure(`One turn in a chat of ${messages} messages`);
  await measure(`A version of an earlier message in a chat of ${messages} messages`, fork);
  await client.close();

  async function measure(title: string, place?: typeof fork): Promise<void> {
    await stack.idle();
    stack.inner.dynamodb.resetStats();
    await say('What does a turn cost?', place);
    await stack.idle();
    await stack.inner.functions.streamsSettled();
    const { calls, readUnits } = stack.inner.dynamodb.stats();
    const unitsOf = (isOfSearch: boolean) =>
      calls
        .filter(({ tables }) => tables.some((table) => table.includes('Search')) === isOfSearch)
        .reduce((total, call) => total + call.writeUnits, 0);
    const [plain, delayed] = [await beforeModel(0, place), await beforeModel(DELAY_MS, place)];
    const sequential = Math.round((delayed - plain) / (DELAY_MS / 10)) / 10;
    print(title, [
      { what: 'write units', value: unitsOf(false), unit: 'WCU', budget: WRITE_BUDGET },
      { what: 'write units of the search index, afterwards', value: unitsOf(true), unit: 'WCU' },
      { what: 'read units', value: readUnits, unit: 'RCU' },
      { what: 'database calls', value: calls.length, unit: 'calls' },
      {
        what: 'sequential AWS calls before the model',
        value: sequential,
        unit: 'calls',
        budget: CALLS_BUDGET,
      },
    ]);
    const byCall = calls.map(
      ({ operation, tables, readUnits: r, writeUnits: w }) =>
        `${operation} ${String(tables[0]).replace(/^.*-data-?/, '')} ${r || ''}${w ? `${w} W` : ' R'}`,
    );
    console.log(`  in order: ${byCall.join(', ')}`);
  }

  /** Milliseconds from a message's frame to the model's call, with `delayMs` added to all AWS calls but that one. */
  async function beforeModel(delayMs: number, place?: typeof fork): Promise<number> {
    let calledAt = Number.NaN;
    const rules = (['dynamodb', 'lambda', 'connections', 'secretsmanager', 'cognito'] as const).map(
      (service) => stack.inner.faults.at({ service, times: Number.POSITIVE_INFINITY, effect: { delayMs } }),
    );
    const model = stack.inner.faults.at({
      service: 'bedrock',
      effect: {
        run: () => {
          calledAt = performance.now();
        },
      },
    });
    const sentAt = performance.now();
    await say('What comes before the model?', place);
    await stack.idle();
    for (const rule of [...rules, model]) rule.remove();
    return calledAt - sentAt;
  }
}
await stack.close();
