/**
 * Measures how much later the model's call begins for a turn with a picture of 5 MB than for a turn without files, on a
 * warm stack. `node bench/picture-turn.ts`
 */
import { png } from '../local/bedrock/minimal-png-and-pdf-for-tests.ts';
import setup from '../test/support/build-assembly.ts';
import { givenFile, PICTURE } from '../test/support/given-files.ts';
import { startTestStack } from '../test/support/stack.ts';
import { median, print, rounds } from './report.ts';

const TURNS = rounds(15);
const PICTURE_BYTES = 5_000_000;
const BUDGET_MS = 150;

await setup();
const stack = await startTestStack();
const user = await stack.givenUser();
const large = { ...PICTURE, content: png(2_048, 2_048, PICTURE_BYTES), width: 2_048, height: 2_048 };

async function startOf(files: readonly string[]): Promise<number> {
  const { client, chat } = await stack.givenChat(user);
  const reply = stack.replyByHand();
  const data = { chatId: chat.chatId, message: 'What is this?', userEmail: user.email };
  const sent = performance.now();
  const id = client.send('chat', { ...data, ...(files.length > 0 && { files: [...files] }) });
  await reply.started;
  const took = performance.now() - sent;
  reply.write('Done.');
  reply.end();
  await client.ack(id);
  await stack.idle();
  client.close();
  return took;
}

const [without, withPicture]: [number[], number[]] = [[], []];
for (let i = -3; i < TURNS; i++) {
  const [plain, pictured] = [await startOf([]), await startOf([await givenFile(stack, user, large)])];
  if (i < 0) continue;
  without.push(plain);
  withPicture.push(pictured);
}
const base = median(without);
print(`Start of the model's call, warm, median of ${TURNS}`, [
  { what: 'without files', value: base, unit: 'ms' },
  { what: 'with a picture of 5 MB', value: median(withPicture), unit: 'ms' },
  { what: 'difference', value: median(withPicture) - base, unit: 'ms', budget: BUDGET_MS },
]);
await stack.close();
