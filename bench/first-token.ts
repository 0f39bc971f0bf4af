/**
 * Measures the time from a message's frame to the first piece of its reply, on a warm stack whose model answers at
 * once. The floor is a ping, which the emulated API Gateway answers without a function. `node bench/first-token.ts`
 */
import setup from '../test/support/build-assembly.ts';
import { startTestStack } from '../test/support/stack.ts';
import { median, print, rounds } from './report.ts';

const TURNS = rounds(25);
/** Time that the product may add to the model's own (docs/architecture.md 8). */
const BUDGET_MS = 30;

await setup();
const stack = await startTestStack();
stack.replyWith('First ', 'second.');
const user = await stack.givenUser();
const { client, chat } = await stack.givenChat(user);
for (let i = 0; i < 3; i++) await stack.say(client, user, chat.chatId, 'Warm up');

const [firstTokens, pings]: [number[], number[]] = [[], []];
for (let i = 0; i < TURNS; i++) {
  await stack.idle();
  const pinged = performance.now();
  await client.flush();
  pings.push(performance.now() - pinged);
  client.frames.length = 0;
  const sent = performance.now();
  const id = client.send('chat', { chatId: chat.chatId, message: `Message ${i}`, userEmail: user.email });
  await client.until('assistantDelta');
  firstTokens.push(performance.now() - sent);
  await client.ack(id);
}
print(`First token through the whole stack, warm, median of ${TURNS}`, [
  {
    what: 'frame to first piece',
    value: median(firstTokens),
    unit: 'ms',
    floor: median(pings),
    budget: BUDGET_MS,
  },
]);
await client.close();
await stack.close();
