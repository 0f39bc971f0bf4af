/** Operators' command line: `npm run ops -- <group> <command> [options]`. */
import { COMMANDS, findCommand, helpOf, isGroup } from '../ops/commands.ts';
import { explain } from '../ops/operator-errors.ts';

const HELP_WORDS: readonly string[] = ['', 'help', '--help', '-h'];

const say = (line: string) => void process.stdout.write(`${line}\n`);
// The product logs to standard output, which must hold only the command's output, so its log goes to standard error.
console.log = console.error;

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
