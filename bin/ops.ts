/** An operator's commands: `npm run ops -- <area> <command> [options]`. */
import { OpsError } from '../ops/error.ts';
import { searchRebuild } from '../ops/search-rebuild.ts';

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], say: (line: string) => void) => Promise<void>>
> = { 'search rebuild': searchRebuild };

const [area = '', command = '', ...args] = process.argv.slice(2);
try {
  const run = COMMANDS[`${area} ${command}`];
  if (!run)
    throw new OpsError(
      `npm run ops -- <command> [--help]\n\nCommands:\n${Object.keys(COMMANDS)
        .map((name) => `  ${name}`)
        .join('\n')}`,
    );
  await run(args, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof OpsError ? error.message : error);
  process.exitCode = 1;
}
