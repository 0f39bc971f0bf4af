/**
 * How long a warm stack takes from a message's frame to the first piece of the reply at the client, over a model
 * that answers at once; and what the same frame's way costs without any function (a ping), as the floor.
 * `node bench/first-token.ts`
 */
import setup from '../test/support/assembly.ts';
import { startTestStack } from '../test/support/stack.ts';
import { median, print, rounds } from './report.ts';

const TURNS = rounds(25);
/** Milliseconds over the model's own first token (docs/architecture.md 8). */
const BUDGET_MS = 30;

setup();
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
