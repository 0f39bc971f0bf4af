import type { EnvName } from './env-names.ts';

/** The value of an environment variable; throws, naming it, when it is missing or empty. */
export function requireEnv(name: EnvName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** The parsed value of a variable that holds JSON, which `lib/config.ts` validated when it was synthesized. */
export function requireJsonEnv<T>(name: EnvName): T {
  return JSON.parse(requireEnv(name)) as T;
}
