import type { EnvName } from './env-names.ts';

/**
 * Returns the value of an environment variable. Throws an error that names the variable when it is missing or empty.
 */
export function requireEnv(name: EnvName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/**
 * Returns the parsed value of a variable that holds JSON. The value is not validated here, because the synthesis writes
 * it from validated configuration.
 */
export function requireJsonEnv<T>(name: EnvName): T {
  return JSON.parse(requireEnv(name)) as T;
}
