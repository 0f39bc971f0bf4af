import type { EnvName } from './env-names.ts';

/** @throws Error that names the variable, when it is missing or empty */
export function requireEnv(name: EnvName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/**
 * Parses a variable that holds JSON. The constructs in `lib` write it from validated configuration.
 * @throws Error if the variable is missing or empty, or does not hold JSON
 */
export function requireJsonEnv<T>(name: EnvName): T {
  return JSON.parse(requireEnv(name)) as T;
}
