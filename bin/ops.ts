/** Operators' command line: `npm run ops -- <command> [options]`. A command may have two words: `users list`. */
import { COMMANDS, findCommand, helpOf, isGroup } from '../ops/commands.ts';
import { explain } from '../ops/operator-errors.ts';

const HELP_WORDS: readonly string[] = ['', 'help', '--help', '-h'];

const say = (line: string) => void process.stdout.write(`${line}\n`);
// Product code logs by `console.log`. Standard output must hold only the command's output.
console.log = console.error;
// A program that reads the output, such as `head`, may close it early. The error `EPIPE` is then ignored, so that the
// command finishes its changes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const [group = '', ...words] = process.argv.slice(2);
const [verb = '', ...args] = words;
try {
  if (HELP_WORDS.includes(group)) say(await helpOf(isGroup(verb) ? verb : ''));
  else if (Object.hasOwn(COMMANDS, group)) await (await COMMANDS[group]?.())?.run(words, say);
  else if (isGroup(group) && HELP_WORDS.includes(verb)) say(await helpOf(group));
  else await (await findCommand(group, verb)).run(args, say);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
