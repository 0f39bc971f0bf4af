/**
 * Parses the form bodies of calls and checks their parameters. Like Stripe, refuses unknown, missing and malformed
 * parameters with an error that names the parameter.
 */
import * as z from 'zod';
import { badRequest, type StripeRefusal } from './stripe-errors.ts';

export const text = z.string().min(1).max(5_000);
export const bool = z.enum(['true', 'false']).transform((value) => value === 'true');
export const int = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const webAddress = z.url({ protocol: /^https?$/ });
/** An empty value, which removes a field. */
export const unset = z.literal('').transform(() => null);
/** `''` means no metadata. Limits: https://docs.stripe.com/api/metadata */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string().max(40), z.string().max(500))])
  .refine((pairs) => Object.keys(pairs).length <= 50);
/** Unix seconds, or a range of them. */
export const time = z.union([
  int,
  z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() }),
]);

export const call = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

export const listCall = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({
    ...shape,
    limit: int.pipe(z.number().min(1).max(100)).optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
  });

/** Schemas of some of the parameters in `Params`, a type of Stripe's SDK such as `ProductCreateParams`. */
export type Known<Params> = Readonly<Partial<Record<keyof Params, z.ZodType>>>;

/** @throws StripeRefusal for a parameter that does not fit the schema */
export function read<T>(schema: z.ZodType<T>, form: Form): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues);
}

function refusalOf(issues: readonly z.core.$ZodIssue[]): StripeRefusal {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) {
    const names = unknown.keys.map((key) => named([...unknown.path, key]));
    return badRequest(
      `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')} (or unknown to the stand-in)`,
      names[0],
      'parameter_unknown',
    );
  }
  const [issue] = issues;
  const param = named(issue?.path ?? []);
  const isMissing =
    issue?.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message);
  return isMissing
    ? badRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
    : badRequest(`Invalid ${param}: ${issue?.message ?? 'malformed'}`, param);
}

/** Formats the path `['a', 'b', 0]` as `a[b][0]`. */
const named = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`;

export type Form = { [key: string]: string | Form | (string | Form)[] };

/**
 * Parses a form body: `a[b]=c` gives `{a: {b: 'c'}}`. An object whose keys are 0, 1, 2 ... becomes an array. In `a[]`,
 * the empty key stands for the next number.
 */
export function parseForm(encoded: string): Form {
  const root: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(encoded)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    put(root, [first, ...rest], value);
  }
  return settle(root);
}

function put(into: Form, path: readonly string[], value: string): void {
  let at = into;
  for (const [i, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (i === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    if (typeof next === 'object' && !Array.isArray(next)) at = next;
    else {
      const made: Form = Object.create(null);
      at[key] = made;
      at = made;
    }
  }
}

function settle(form: Form): Form {
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, settled(value)]));
}

function settled(value: Form[string]): Form[string] {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const made = settle(value);
  const keys = Object.keys(made);
  if (keys.length === 0 || keys.some((key, i) => key !== String(i))) return made;
  // Stripe's parameters have no nested arrays, so an array in an array is dropped.
  return Object.values(made).flatMap((member) => (Array.isArray(member) ? [] : [member]));
}

/** Copies an object without its undefined fields. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>; // the same fields, without undefined values
  };
