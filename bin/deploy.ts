/**
 * `npm run deploy -- [-c <name>=<value>] [options of cdk deploy]`: builds the site, checks the account with
 * `npm run ops -- doctor`, deploys, and checks the deployment. Ends at the first step that fails, with its exit code.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.ts';

interface Step {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Returns the flags `-c` and `--context` with their values, in the form that `doctor` takes: `-c <name>=<value>`. */
function configurationOf(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (arg === '-c' || arg === '--context') return ['-c', args[i + 1] ?? ''];
    return arg.startsWith('--context=') ? ['-c', arg.slice('--context='.length)] : [];
  });
}

function stepsOf(args: readonly string[]): Step[] {
  const doctor = [join(ROOT, 'bin/ops.ts'), 'doctor', ...configurationOf(args)];
  return [
    { title: 'Building the site', command: 'vite', args: ['build', '--logLevel', 'warn', 'web'] },
    { title: 'Looking at the account', command: process.execPath, args: [...doctor, '--before-deploy'] },
    { title: 'Deploying', command: 'cdk', args: ['deploy', '--all', ...args] },
    { title: 'Looking at the deployment', command: process.execPath, args: doctor },
  ];
}

for (const { title, command, args } of stepsOf(process.argv.slice(2))) {
  console.log(`\n${title} ...`);
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) {
    console.error(`\n${title}: failed.`);
    process.exitCode = status ?? 1;
    break;
  }
}
