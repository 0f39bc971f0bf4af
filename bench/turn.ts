/**
 * Measures a turn's cost in AWS: calls, read and write units, and the sequential calls before the model's, in a chat
 * of 10 and of 1,000 messages. `node bench/turn.ts`
 */
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import setup from '../test/support/assembly.ts';
import { dataOf } from '../test/support/socket-client.ts';
import { startTestStack } from '../test/support/stack.ts';
import { print } from './report.ts';

/** Budgets (docs/architecture.md 8). */
const WRITE_BUDGET = 6;
const CALLS_BUDGET = 2;
/** Added to every AWS call, so that calls made one after another show in the time before the model's call. */
const DELAY_MS = 150;

/** Turns on a page of history, all of which a page expects to fit when they are short. */
const PAGE_TURNS = HISTORY_PAGE_SIZE / 2;

setup();
const stack = await startTestStack();
stack.replyWith('A short ', 'reply ', 'of a model.');
for (const messages of [10, 1_000]) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  await stack.fillChat(user, chat.chatId, messages / 2);
  let after = messages;
  /** Sends a message as a page does, which knows the chat's end and that the user has no instructions. */
  const say = async (message: string) => {
    const known = { after, context: Math.min(after / 2 + 1, PAGE_TURNS), instructions: false };
    dataOf(await client.call('chat', { chatId: chat.chatId, message, userEmail: user.email, ...known }));
    after += 2;
  };
  await say('Warm up');
  await stack.idle();
  stack.inner.dynamodb.resetStats();
  await say('What does a turn cost?');
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  const { calls, readUnits } = stack.inner.dynamodb.stats();
  const unitsOf = (isOfSearch: boolean) =>
    calls
      .filter(({ tables }) => tables.some((table) => table.includes('Search')) === isOfSearch)
      .reduce((total, call) => total + call.writeUnits, 0);
  const [plain, delayed] = [await beforeModel(0), await beforeModel(DELAY_MS)];
  const sequential = Math.round((delayed - plain) / (DELAY_MS / 10)) / 10;
  print(`One turn in a chat of ${messages} messages`, [
    { what: 'write units', value: unitsOf(false), unit: 'WCU', budget: WRITE_BUDGET },
    { what: 'write units of the search index, afterwards', value: unitsOf(true), unit: 'WCU' },
    { what: 'read units', value: readUnits, unit: 'RCU' },
    { what: 'database calls', value: calls.length, unit: 'calls' },
    { what: 'sequential AWS calls before the model', value: sequential, unit: 'calls', budget: CALLS_BUDGET },
  ]);
  const byCall = calls.map(
    ({ operation, tables, readUnits: r, writeUnits: w }) =>
      `${operation} ${String(tables[0]).replace(/^.*-data-?/, '')} ${r || ''}${w ? `${w} W` : ' R'}`,
  );
  console.log(`  in order: ${byCall.join(', ')}`);
  await client.close();

  /** Milliseconds from a message's frame to the model's call, where every other AWS call takes `delayMs` longer. */
  async function beforeModel(delayMs: number): Promise<number> {
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
    await say('What comes before the model?');
    await stack.idle();
    for (const rule of [...rules, model]) rule.remove();
    return calledAt - sentAt;
  }
}
await stack.close();
