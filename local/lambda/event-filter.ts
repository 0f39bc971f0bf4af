type Json = unknown;

/**
 * Tests an event against a filter pattern of an event source mapping. Every field of the pattern must match. An array
 * lists the alternatives of its field.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function matchesPattern(pattern: Json, event: Json): boolean {
  if (!isObject(pattern)) throw new Error('A filter pattern must be an object');
  return Object.entries(pattern).every(([name, expected]) => {
    const value = isObject(event) ? event[name] : undefined;
    return Array.isArray(expected)
      ? expected.some((rule) => matchesRule(rule, value))
      : matchesPattern(expected, value);
  });
}

function matchesRule(rule: Json, value: Json): boolean {
  if (!isObject(rule)) return rule === value;
  const [name, operand] = Object.entries(rule)[0] ?? [];
  switch (name) {
    case 'prefix':
      return typeof value === 'string' && value.startsWith(String(operand));
    case 'exists':
      return (value !== undefined) === operand;
    case 'anything-but':
      return anythingBut(operand, value);
    default:
      throw new Error(`The filter rule ${name} is not emulated`);
  }
}

/** A missing field does not match, although it differs from the operand. */
function anythingBut(operand: Json, value: Json): boolean {
  if (value === undefined) return false;
  if (isObject(operand)) return !matchesRule(operand, value);
  return Array.isArray(operand) ? !operand.includes(value) : operand !== value;
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
