/**
 * Caches the results of the expression parsers of dynalite, the emulator's engine. Parsing took a third of this
 * process's time while a chat message was answered. A result contains the attribute values of its call, so each call
 * gets a copy with its own values.
 */

export interface ParseContext {
  readonly attrNames?: Readonly<Record<string, string>>;
  readonly attrVals?: Readonly<Record<string, object>>;
  readonly isKeyCondition?: boolean;
  /**
   * When an expression uses a name, the parser removes the name from this field. When an expression uses a value, the
   * parser removes the value's placeholder from `unusedAttrVals`.
   */
  readonly unusedAttrNames: Record<string, true>;
  readonly unusedAttrVals: Record<string, true>;
}
export interface Parser {
  parse(text: string, options: { context: ParseContext }): unknown;
}

interface Remembered {
  readonly result: unknown;
  /** Maps each value in the first call's `attrVals` to its placeholder (`:v`). `result` contains these values. */
  readonly nameOf: ReadonlyMap<unknown, string>;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/**
 * Matches expressions whose validity depends on values, for example on the order of the bounds of BETWEEN. They are not
 * cached, because the cache key holds only the types of the values.
 */
const BY_VALUE = /between|attribute_type/i;
const MOST_REMEMBERED = 500;

export function cacheParsedExpressions(parser: Parser): void {
  const known = new Map<string, Remembered>();
  const parse = parser.parse;
  parser.parse = (text, options) => {
    const { context } = options;
    if (BY_VALUE.test(text)) return parse(text, options);
    const key = keyOf(text, context);
    const found = known.get(key);
    if (found) return copyFor(context, found);
    const names = Object.keys(context.unusedAttrNames);
    const values = Object.keys(context.unusedAttrVals);
    const result = parse(text, options);
    if (typeof result !== 'object' || known.size >= MOST_REMEMBERED) return result;
    const remembered = {
      result,
      nameOf: new Map(Object.entries(context.attrVals ?? {}).map(([name, value]) => [value, name])),
      usedNames: names.filter((name) => !(name in context.unusedAttrNames)),
      usedValues: values.filter((name) => !(name in context.unusedAttrVals)),
    };
    known.set(key, remembered);
    // The first call gets a copy too, because dynalite changes the object that it gets.
    return copyFor(context, remembered);
  };
}

function keyOf(text: string, { attrNames, attrVals = {}, isKeyCondition, ...unused }: ParseContext): string {
  const types = Object.entries(attrVals).map(([name, value]) => [name, Object.keys(value)[0]]);
  const left = [Object.keys(unused.unusedAttrNames), Object.keys(unused.unusedAttrVals)];
  return JSON.stringify([text, isKeyCondition, attrNames, types, left]);
}

/**
 * Copies a cached result, with the values of the call that `context` describes. Like `parse`, removes the expression's
 * names from `unusedAttrNames`, and its values from `unusedAttrVals`.
 */
function copyFor(context: ParseContext, { result, nameOf, usedNames, usedValues }: Remembered): unknown {
  for (const name of usedNames) delete context.unusedAttrNames[name];
  for (const name of usedValues) delete context.unusedAttrVals[name];
  const copy = (node: unknown): unknown => {
    const name = nameOf.get(node);
    if (name !== undefined) return context.attrVals?.[name];
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([field, value]) => [field, copy(value)]));
  };
  return copy(result);
}
