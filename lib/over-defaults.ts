import * as z from 'zod';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Unknown {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

/** Fields of `given` that the defaults do not have: mistyped, and otherwise without effect. */
function unknownIn(defaults: Fields, given: Fields, path: readonly string[] = []): Unknown[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name];
    if (!Object.hasOwn(defaults, name)) return [{ path: at, known: Object.keys(defaults) }];
    const inner = defaults[name];
    return isObject(inner) && isObject(value) ? unknownIn(inner, value, at) : [];
  });
}

/** Objects field by field; anything else, a list too, takes the default's place. */
function merged(defaults: Fields, given: Fields): Fields {
  const entries = Object.entries(given).map(([name, value]) => {
    const inner = defaults[name];
    return [name, isObject(inner) && isObject(value) ? merged(inner, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(entries) };
}

/** Checks a value of which any part may be left out: the defaults stand for the rest. Unknown fields are refused. */
export const overDefaults = <Schema extends z.core.$ZodType<unknown>>(defaults: Fields, schema: Schema) =>
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
