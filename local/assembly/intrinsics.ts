/** Lookups that the intrinsic functions need from their stack. */
export interface Scope {
  ref(name: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  importValue(name: string): unknown;
  condition(name: string): boolean;
  mapping(map: string, first: string, second: string): unknown;
  /** Replaces dynamic references (`{{resolve:...}}`) in a text by their values. */
  dynamic(text: string): string;
}

type Evaluate = (argument: unknown, scope: Scope) => unknown;

const FUNCTIONS: Readonly<Record<string, Evaluate>> = {
  Ref: (name, scope) => scope.ref(String(name)),
  Condition: (name, scope) => scope.condition(String(name)),
  'Fn::GetAtt': (argument, scope) => {
    const [id = '', ...attribute] = Array.isArray(argument)
      ? argument.map(String)
      : String(argument).split('.');
    return scope.attribute(id, attribute.join('.'));
  },
  'Fn::ImportValue': (name, scope) => scope.importValue(String(resolve(name, scope))),
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument);
    return list(resolve(parts, scope)).map(String).join(String(separator));
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = list(argument);
    return String(resolve(text, scope)).split(String(separator));
  },
  'Fn::Select': (argument, scope) => {
    const [index, from] = list(argument);
    const value = list(resolve(from, scope))[Number(resolve(index, scope))];
    if (value === undefined) throw new Error(`Fn::Select finds nothing at ${JSON.stringify(argument)}`);
    return value;
  },
  'Fn::Sub': substitute,
  'Fn::Base64': (text, scope) => Buffer.from(String(resolve(text, scope))).toString('base64'),
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list(resolve(argument, scope)).map(String);
    return scope.mapping(map ?? '', first ?? '', second ?? '');
  },
  'Fn::If': (argument, scope) => {
    const [condition, whenTrue, whenFalse] = list(argument);
    return resolve(scope.condition(String(condition)) ? whenTrue : whenFalse, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(resolve(argument, scope)).map((value) => JSON.stringify(value));
    return left === right;
  },
  'Fn::Not': (argument, scope) => !resolve(list(argument)[0], scope),
  'Fn::And': (argument, scope) => list(argument).every((part) => resolve(part, scope)),
  'Fn::Or': (argument, scope) => list(argument).some((part) => resolve(part, scope)),
};

/**
 * Evaluates the functions in a template's value. Leaves out what evaluates to undefined, such as `AWS::NoValue`. Throws
 * for a function that is not emulated.
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return scope.dynamic(value);
  if (Array.isArray(value))
    return value.map((member) => resolve(member, scope)).filter((member) => member !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? ['', undefined];
  if (entries.length === 1) {
    // The `Condition` of a policy statement is an object. The intrinsic function `Condition` takes a string.
    const isOfPolicy = name === 'Condition' && typeof argument !== 'string';
    const evaluate = isOfPolicy ? undefined : FUNCTIONS[name];
    if (evaluate) {
      const result = evaluate(argument, scope);
      return typeof result === 'string' ? scope.dynamic(result) : result;
    }
    if (name.startsWith('Fn::')) throw new Error(`The function ${name} is not emulated`);
  }
  const resolved = entries.map(([key, member]) => [key, resolve(member, scope)] as const);
  return Object.fromEntries(resolved.filter(([, member]) => member !== undefined));
}

function substitute(argument: unknown, scope: Scope): string {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
  const own = new Map(Object.entries((variables ?? {}) as Record<string, unknown>)); // Fn::Sub takes an object here
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (own.has(name)) return String(resolve(own.get(name), scope));
    const [id = '', ...attribute] = name.split('.');
    return String(attribute.length > 0 ? scope.attribute(id, attribute.join('.')) : scope.ref(name));
  });
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`A list was expected, not ${JSON.stringify(value)}`);
}
