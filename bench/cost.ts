/**
 * Prints what 1,000 turns cost in US dollars, without the model. Then compares the counts behind these dollars with a
 * turn on the local stack. `node bench/cost.ts`
 */
import setup from '../test/support/build-assembly.ts';
import { startTestStack } from '../test/support/stack.ts';
import { countUse } from './cost/count-use.ts';
import { costRows } from './cost/quoted-tables.ts';
import { billedFor, dollarsOf, dollarsOf1000, REPLIES } from './cost/turn-use.ts';
import { print } from './report.ts';

/** US dollars for 1,000 turns of 8 seconds, without the model (docs/architecture.md 8). */
const BUDGET = 0.2;
/** A model that writes 50 tokens a second. */
const EVERY_MS = 20;

for (const [name, reply] of Object.entries(REPLIES)) {
  const { seconds, characters } = reply;
  print(`1,000 turns with a ${name} reply: ${seconds} s, ${characters} characters, one tab`, [
    ...Object.entries(dollarsOf(billedFor(reply))).map(([what, dollars]) => ({
      ...{ what, value: dollars * 1_000, unit: 'dollars', digits: 4 },
    })),
    {
      ...{ what: 'together', value: dollarsOf1000(reply), unit: 'dollars', digits: 4 },
      ...(reply === REPLIES.usual && { budget: BUDGET }),
    },
    { what: 'together, with a second tab', value: dollarsOf1000(reply, 2), unit: 'dollars', digits: 4 },
  ]);
}

console.log('\nAs docs/operate.md quotes it');
for (const row of costRows()) console.log(row);

await setup();
const stack = await startTestStack();
const user = await stack.givenUser();
const { client, chat } = await stack.givenChat(user);
await stack.fillChat(user, chat.chatId, 20);
stack.replyWith('Warm ', 'up.');
await stack.say(client, user, chat.chatId, 'Warm up');
const { seconds, characters } = REPLIES.usual;
const pieces = (seconds * 1000) / EVERY_MS;
stack.model.replyPaced(Array(pieces).fill('word '.padEnd(characters / pieces, '.')), EVERY_MS);
const counted = await countUse(stack, () => stack.say(client, user, chat.chatId, 'What does a turn cost?'));
const figures = billedFor(REPLIES.usual);
print('The same turn on the local stack, at most as budgeted by the counts', [
  { what: 'messages', value: counted.messages, unit: '', budget: figures.messages },
  { what: 'bytes of messages out', value: counted.bytesOut, unit: 'B', budget: figures.bytesOut },
  { what: 'write units', value: counted.writeUnits, unit: 'WCU', budget: figures.writeUnits },
  { what: 'read units', value: counted.readUnits, unit: 'RCU', budget: figures.readUnits },
  { what: 'GB-seconds', value: counted.gbSeconds, unit: '', budget: figures.gbSeconds },
]);
await client.close();
await stack.close();
