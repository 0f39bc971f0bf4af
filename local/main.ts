/** Entry of `npm start`, which runs the product on this machine as it would be deployed. See docs/local.md. */
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { readArgs, type StartArgs } from './dev/args.ts';
import { buildSite, hasSite, type Synthesis, synthesize } from './dev/build-and-synthesize.ts';
import { checkPort } from './dev/check-port.ts';
import { chooseReplySource } from './dev/choose-reply-source.ts';
import { DevStack } from './dev/dev-stack.ts';
import {
  explainDatabaseError,
  LOCAL,
  removeAddresses,
  startOver,
  writeAddresses,
} from './dev/local-folder.ts';
import { watchSources } from './dev/watch-sources.ts';
import type { Log } from './emulator-types.ts';
import type { Stack } from './stack.ts';

/** Each payment mode has its own output folder, so that switching the mode needs no new synthesis. */
const synthesisOf = ({ stripe, built }: StartArgs): Synthesis => ({
  withSite: built,
  ...(stripe
    ? { outDir: path.join(LOCAL, 'cdk.out-stripe'), context: { payments: 'stripe' } }
    : { outDir: path.join(LOCAL, 'cdk.out'), context: {} }),
});

const say = (line: string) => console.log(line);

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

if (!process.version.startsWith('v24.'))
  fail(`This needs Node 24, not ${process.version}: start it with npm start.`);
try {
  await main(readArgs(process.argv.slice(2)));
} catch (error) {
  fail(explain(error));
}

async function main(args: StartArgs): Promise<void> {
  await checkPort(args.port);
  if (args.fresh && (await startOver(LOCAL)))
    say('Starting over: chats, accounts and mails of .local were removed.');
  mkdirSync(LOCAL, { recursive: true });
  if (args.built || !hasSite()) await buildSite(say);
  const synthesis = synthesisOf(args);
  await synthesize(synthesis, say);
  const { source, line } = await chooseReplySource(args);
  const { port, stripe, concurrency } = args;
  const options = { folder: LOCAL, port, synthesis, stripe, source, concurrency };
  const running = await DevStack.start({ ...options, log: createLog(), say, onStart: writeAddresses });
  const folders = ['bin', 'lambdas', 'lib', ...(args.built ? ['web'] : [])];
  const stopWatching = watchSources(folders, running.updateFunctions, running.updateTemplates);
  introduce(running.stack, line);
  stopOnSignal(running, stopWatching);
}

function stopOnSignal(running: DevStack, stopWatching: () => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopWatching();
    await running.close();
    removeAddresses();
    say('Stopped. Your data is kept in .local');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

function introduce(stack: Stack, replies: string): void {
  const row = (name: string, value: string) => say(`  ${name.padEnd(10)} ${value}`);
  say('\nReady.\n');
  row('Open', stack.urls.site);
  for (const { role, email, password } of stack.accounts)
    row(role === 'admin' ? 'Admin' : 'User', `${email}  ${password}`);
  row('Invite', stack.inviteCode);
  row('Mail', stack.urls.outbox);
  row('Codes', `${stack.urls.outbox}/codes  asked for when the admin signs in`);
  row('Replies', replies);
  const { stripe } = stack.urls;
  if (stripe !== undefined) row('Stripe', `${stripe}  key ${stack.stripe.apiKey}`);
  say('\nThe browser warns of the certificate once; npm run local:trust removes that.');
  say('Sources are watched: what you change is served. Ctrl-C stops.\n');
}

function createLog(): Log {
  const file = createWriteStream(path.join(LOCAL, 'stack.log'), { flags: 'a' });
  return (source, text) => {
    file.write(`${new Date().toISOString()} ${source} ${text}\n`);
    if (/^ERROR|"level":"ERROR"/.test(text)) console.error(`${source}: ${text}`);
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `A port is taken: ${error.message}. Choose another: npm start -- --port <n>`;
  return explainDatabaseError(error) ?? error.message;
}
