/**
 * `npm run deploy -- [-c <name>=<value>] [options of cdk deploy]`: builds the site, checks the account with
 * `npm run ops -- doctor`, deploys, and checks the deployment. Ends at the first step that fails, with its exit code.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/root-and-existing-path.ts';

interface Step {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function valuesOf(args: readonly string[], ...names: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (names.includes(arg)) return [args[i + 1] ?? ''];
    const name = names.find((one) => arg.startsWith(`${one}=`));
    return name === undefined ? [] : [arg.slice(name.length + 1)];
  });
}

function stepsOf(args: readonly string[]): Step[] {
  const configuration = valuesOf(args, '-c', '--context').flatMap((value) => ['-c', value]);
  const doctor = [join(ROOT, 'bin/ops.ts'), 'doctor', ...configuration];
  // The doctor has no option for a profile. The SDK reads it from the environment.
  const profile = valuesOf(args, '--profile').at(-1);
  const env = profile === undefined ? {} : { AWS_PROFILE: profile };
  return [
    { title: 'Building the site', command: 'vite', args: ['build', '--logLevel', 'warn', 'web'] },
    { title: 'Looking at the account', command: process.execPath, args: [...doctor, '--before-deploy'], env },
    { title: 'Deploying', command: 'cdk', args: ['deploy', '--all', ...args] },
    { title: 'Looking at the deployment', command: process.execPath, args: doctor, env },
  ];
}

for (const { title, command, args, env } of stepsOf(process.argv.slice(2))) {
  console.log(`\n${title} ...`);
  const { status, error } = spawnSync(command, args, {
    ...{ cwd: ROOT, stdio: 'inherit' },
    env: { ...process.env, ...env },
  });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) {
    console.error(`\n${title}: failed.`);
    process.exitCode = status ?? 1;
    break;
  }
}
