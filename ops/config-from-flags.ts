import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { type Config, readConfig } from '../lib/config.ts';
import { ROOT } from '../lib/root-and-existing-path.ts';
import { SetupError } from '../lib/setup-error.ts';
import { OpsError } from './operator-errors.ts';

/**
 * Returns the configuration that a deployment would have with `cdk.json` and these flags. A flag takes precedence.
 * @param flags values of the command's option `-c`, such as `stage=prod`
 * @throws OpsError for a flag that is not `name=value`, and for names and values that synthesis refuses
 */
export function configFromFlags(flags: readonly string[]): Config {
  const { node } = new RootConstruct();
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>;
  };
  for (const [name, value] of [...Object.entries(context), ...flags.map(pairOf)])
    node.setContext(name, value);
  try {
    return readConfig(node);
  } catch (error) {
    if (error instanceof SetupError) throw new OpsError(error.message, { cause: error });
    throw error;
  }
}

function pairOf(flag: string): [name: string, value: string] {
  const at = flag.indexOf('=');
  if (at < 1) throw new OpsError(`-c ${flag} is not of the form name=value.`);
  return [flag.slice(0, at), flag.slice(at + 1)];
}
