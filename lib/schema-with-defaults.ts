import * as z from 'zod';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface UnknownField {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

/**
 * Finds given fields that the defaults do not have, for example mistyped names. Skips objects in lists, because a given
 * list replaces the default list as a whole.
 */
function unknownIn(defaults: Fields, given: Fields, path: readonly string[] = []): UnknownField[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name];
    if (!Object.hasOwn(defaults, name)) return [{ path: at, known: Object.keys(defaults) }];
    const inner = defaults[name];
    return isObject(inner) && isObject(value) ? unknownIn(inner, value, at) : [];
  });
}

function merged(defaults: Fields, given: Fields): Fields {
  const entries = Object.entries(given).map(([name, value]) => {
    const inner = defaults[name];
    return [name, isObject(inner) && isObject(value) ? merged(inner, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(entries) };
}

/** Returns a schema that fills omitted fields with `defaults` and refuses fields that `defaults` does not have. */
export const withDefaults = <Schema extends z.core.$ZodType<unknown>>(defaults: Fields, schema: Schema) =>
  z.preprocess((given: unknown, context) => {
    if (given === undefined) return defaults;
    if (!isObject(given)) return given;
    for (const { path, known } of unknownIn(defaults, given))
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `is not known; there are ${known.join(', ')}`,
      });
    return merged(defaults, given);
  }, schema);
