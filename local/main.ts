/** `npm start`: the product on this machine, as it would be deployed. See docs/local.md. */
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadAssembly } from './assembly/index.ts';
import { readArgs, type StartArgs } from './dev/args.ts';
import { BuildError, buildSite, ROOT, type Synthesis, synthesize } from './dev/build.ts';
import { startOver } from './dev/fresh.ts';
import { isFree } from './dev/port.ts';
import { chooseReplies } from './dev/replies.ts';
import { shellVariables } from './dev/shell-variables.ts';
import { setUpStripe } from './dev/stripe-setup.ts';
import { watchSources } from './dev/watch.ts';
import { type Stack, startStack } from './stack.ts';
import type { Log } from './types.ts';

const LOCAL = path.join(ROOT, '.local');
const DATA = path.join(LOCAL, 'data');
const STACK_FILE = path.join(LOCAL, 'stack.json');
const SHELL_FILE = path.join(LOCAL, 'operator.sh');

/** Each way of payment has its own templates, so that changing between them is quick. */
const synthesisOf = ({ stripe }: StartArgs): Synthesis =>
  stripe
    ? { outDir: path.join(LOCAL, 'cdk.out-stripe'), context: { payments: 'stripe' } }
    : { outDir: path.join(LOCAL, 'cdk.out'), context: {} };

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

interface Running {
  stack: Stack;
}
type Start = (port: number) => Promise<Stack>;

async function main(args: StartArgs): Promise<void> {
  if (args.port !== 0 && !(await isFree(args.port)))
    throw new BuildError(
      `Port ${args.port} is taken. Stop what uses it, or choose another: npm start -- --port ${args.port + 10}`,
    );
  if (args.fresh && startOver(LOCAL)) say('Starting over: chats, accounts and mails of .local were removed.');
  mkdirSync(LOCAL, { recursive: true });
  await buildSite(say);
  const synthesis = synthesisOf(args);
  await synthesize(synthesis, say);
  const { source, line } = await chooseReplies(args);
  const log = createLog();
  const start: Start = async (port) => {
    const stack = await startStack({
      assembly: synthesis.outDir,
      dataDir: DATA,
      certificatesDir: path.join(LOCAL, 'certificates'),
      port,
      source,
      log,
    });
    if (args.stripe) await setUpStripe(stack).catch((error: unknown) => console.error(explain(error)));
    return stack;
  };
  const running: Running = { stack: await start(args.port) };
  const stopWatching = watchSources(() => renew(running, synthesis, start));
  introduce(running.stack, line);
  stopOnSignal(running, stopWatching);
}

/** Builds what has changed and restarts with it; what does not build leaves the old stack running. */
async function renew(running: Running, synthesis: Synthesis, start: Start): Promise<void> {
  try {
    const changed = [await buildSite(say), await synthesize(synthesis, say)];
    if (!changed.includes(true)) return;
    checkAssembly(synthesis);
    const port = Number(new URL(running.stack.urls.site).port);
    await running.stack.close();
    running.stack = await start(port);
    writeStackFile(running.stack);
    say('Ready again.');
  } catch (error) {
    // Most often a mistake in mid-edit: the next save is the next try.
    console.error(explain(error));
  }
}

function stopOnSignal(running: Running, stopWatching: () => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopWatching();
    await running.stack.close();
    for (const file of [STACK_FILE, SHELL_FILE]) rmSync(file, { force: true });
    say('Stopped. Your data is kept in .local');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

/** Throws for what the emulators do not have, while the old stack still serves. */
function checkAssembly({ outDir }: Synthesis): void {
  loadAssembly(outDir, { secretValue: () => '' });
}

/** For programs, and for a shell that runs the AWS CLI. */
function writeStackFile(stack: Stack): void {
  const { urls, caFile, accounts, inviteCode, operator, outputs } = stack;
  const about = { urls, caFile, accounts, inviteCode, operator, outputs };
  writeFileSync(STACK_FILE, `${JSON.stringify(about, undefined, 2)}\n`, { mode: 0o600 });
  writeFileSync(SHELL_FILE, shellVariables({ ...operator, ...outputs }), { mode: 0o600 });
}

function introduce(stack: Stack, replies: string): void {
  writeStackFile(stack);
  const row = (name: string, value: string) => say(`  ${name.padEnd(10)} ${value}`);
  say('\nReady.\n');
  row('Open', stack.urls.site);
  for (const { role, email, password } of stack.accounts)
    row(role === 'admin' ? 'Admin' : 'User', `${email}  ${password}`);
  row('Invite', stack.inviteCode);
  row('Mail', stack.urls.outbox);
  row('Replies', replies);
  const { stripe } = stack.urls;
  if (stripe !== undefined) row('Stripe', `${stripe}  key ${stack.stripe.apiKey}`);
  say('\nThe browser warns of the certificate once; npm run local:trust removes that.');
  say('Sources are watched: what you change is built and served. Ctrl-C stops.\n');
}

/** Everything goes to a file; errors also to the screen. */
function createLog(): Log {
  const file = createWriteStream(path.join(LOCAL, 'stack.log'), { flags: 'a' });
  return (source, text) => {
    file.write(`${new Date().toISOString()} ${source} ${text}\n`);
    if (/^ERROR|"level":"ERROR"/.test(text)) console.error(`${source}: ${text}`);
  };
}

/** One line for people. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `A port is taken: ${error.message}. Choose another: npm start -- --port <n>`;
  if ('code' in error && String(error.code).startsWith('LEVEL_'))
    return 'The data in .local is in use: is the stack already running?';
  return error.message;
}
