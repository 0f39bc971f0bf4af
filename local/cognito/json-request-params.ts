/**
 * Reads the fields of a JSON API's request body. The methods throw InvalidParameterException for a field of the wrong
 * type. The method `flag` returns false instead.
 */
import { isRecord } from '../is-record.ts';
import { invalidParameter } from './cognito-errors.ts';
import { USERNAME_MAX_LENGTH } from './users.ts';

export class Params {
  readonly #body: Record<string, unknown>;

  constructor(body: unknown) {
    if (!isRecord(body)) throw invalidParameter('The request body must be a JSON object');
    this.#body = body;
  }

  maybe(name: string): string | undefined {
    const value = this.#body[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidParameter(`'${name}' must be a string`);
    return value ?? undefined;
  }

  text(name: string): string {
    const value = this.maybe(name);
    if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
    return value;
  }

  /** Reads `Username`. Cognito limits its length in all calls, even if no such user exists. */
  username(): string {
    const value = this.text('Username');
    if (value.length > USERNAME_MAX_LENGTH)
      throw unfit('Username', `Member must have length less than or equal to ${USERNAME_MAX_LENGTH}`);
    return value;
  }

  /**
   * Reads a password. The pattern is Cognito's: no whitespace at the ends, no line break.
   * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmForgotPassword.html
   */
  password(name = 'Password'): string {
    const value = this.text(name);
    if (!/^\S.*\S$/.test(value))
      throw unfit(name, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');
    return value;
  }

  count(name: string, fallback: number): number {
    const value = this.#body[name] ?? fallback;
    if (typeof value !== 'number') throw invalidParameter(`'${name}' must be a number`);
    return value;
  }

  flag(name: string): boolean {
    return this.#body[name] === true;
  }

  part(name: string): Params | undefined {
    const value = this.#body[name];
    return value === undefined || value === null ? undefined : new Params(value);
  }

  map(name: string): Record<string, string> {
    const value = this.#body[name] ?? {};
    if (!isRecord(value)) throw invalidParameter(`'${name}' must be a map`);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
  }

  attributes(name: string): Record<string, string> {
    const value = this.#body[name] ?? [];
    if (!Array.isArray(value)) throw invalidParameter(`'${name}' must be a list`);
    const pairs = value
      .filter(isRecord)
      .map((pair) => [String(pair.Name), String(pair.Value ?? '')] as const);
    return Object.fromEntries(pairs);
  }
}

const unfit = (name: string, constraint: string): Error =>
  invalidParameter(
    `1 validation error detected: Value at '${name.charAt(0).toLowerCase()}${name.slice(1)}' failed to satisfy constraint: ${constraint}`,
  );
