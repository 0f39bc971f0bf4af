/**
 * Evaluates IAM policies. An explicit deny wins, then an allow; otherwise the request is denied.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */

export type OneOrMany<T> = T | readonly T[];

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: OneOrMany<string>;
  readonly NotAction?: OneOrMany<string>;
  readonly Resource?: OneOrMany<string>;
  readonly NotResource?: OneOrMany<string>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMany<string | boolean>>>>>;
}

export interface PolicyDocument {
  readonly Statement: OneOrMany<Statement>;
}

/** Values of a request's context keys, which conditions and policy variables read. */
export type RequestContext = Readonly<Record<string, OneOrMany<string>>>;

export const listOf = <T>(value: OneOrMany<T> | undefined): readonly T[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T]; // Array.isArray does not narrow readonly arrays
};

/**
 * Returns true when the statements allow the action on the resource.
 * @throws Error for a condition with an operator that is not emulated
 */
export function allows(
  statements: readonly Statement[],
  action: string,
  resource: string,
  context: RequestContext = {},
): boolean {
  const matching = statements.filter(
    (statement) =>
      coversAction(statement, action) &&
      coversResource(statement, resource, context) &&
      conditionsHold(statement, context),
  );
  return matching.length > 0 && matching.every(({ Effect }) => Effect === 'Allow');
}

function coversAction({ Action, NotAction }: Statement, action: string): boolean {
  const lowerCased = (patterns: OneOrMany<string> | undefined) =>
    listOf(patterns).map((pattern) => pattern.toLowerCase());
  const wanted = action.toLowerCase();
  if (Action !== undefined) return matchesAny(lowerCased(Action), wanted, {});
  return !matchesAny(lowerCased(NotAction), wanted, {});
}

function coversResource(
  { Resource, NotResource }: Statement,
  resource: string,
  context: RequestContext,
): boolean {
  if (Resource !== undefined) return matchesAny(listOf(Resource), resource, context);
  return !matchesAny(listOf(NotResource), resource, context);
}

function conditionsHold({ Condition = {} }: Statement, context: RequestContext): boolean {
  return Object.entries(Condition).every(([operator, wants]) =>
    Object.entries(wants).every(([key, want]) => holds(operator, context[key], want, context)),
  );
}

/**
 * Tests one condition of a statement.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
function holds(
  operator: string,
  has: OneOrMany<string> | undefined,
  want: OneOrMany<string | boolean>,
  context: RequestContext,
): boolean {
  const wants = listOf(want).map(String);
  if (operator === 'Null') return wants.includes(String(has === undefined));
  const [, quantified, name = '', ifExists] =
    /^(ForAllValues:|ForAnyValue:)?(.*?)(IfExists)?$/.exec(operator) ?? [];
  const test = testOf(name, wants, context);
  if (ifExists !== undefined && has === undefined) return true;
  // A negated operator without a quantifier holds for a key that the request does not have.
  if (quantified === undefined && name.includes('Not') && has === undefined) return true;
  const values = listOf(has);
  return quantified === 'ForAllValues:' ? values.every(test) : values.some(test);
}

function testOf(
  operator: string,
  wants: readonly string[],
  context: RequestContext,
): (value: string) => boolean {
  switch (operator) {
    case 'Bool':
      return (value) => wants.includes(value);
    case 'StringEquals':
      return (value) => wants.some((want) => resolved(want, context) === value);
    case 'StringNotEquals':
      return (value) => wants.every((want) => resolved(want, context) !== value);
    case 'StringLike':
    case 'ArnLike':
    case 'ArnEquals':
      return (value) => matchesAny(wants, value, context);
    default:
      throw new Error(`The IAM condition operator ${operator} is not emulated`);
  }
}

function matchesAny(patterns: readonly string[], value: string, context: RequestContext): boolean {
  return patterns.some((pattern) => expressionOf(pattern, context)?.test(value));
}

/**
 * Converts a pattern to a regular expression. A `*` or `?` in the value of a policy variable is no wildcard. Returns
 * undefined if a policy variable cannot be replaced; the pattern then matches nothing.
 */
function expressionOf(pattern: string, context: RequestContext): RegExp | undefined {
  const source = resolved(pattern, context, {
    text: (text) => escaped(text).replaceAll('*', '.*').replaceAll('?', '.'),
    value: (value) => escaped(value).replace(/[*?]/g, '\\$&'),
  });
  return source === undefined ? undefined : new RegExp(`^${source}$`, 's');
}

const asIs = (text: string): string => text;

/**
 * Replaces each policy variable, such as `${aws:username}`, by its value in the request's context. Returns undefined
 * when the request has no value or several values for a variable.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
function resolved(
  template: string,
  context: RequestContext,
  convert = { text: asIs, value: asIs },
): string | undefined {
  const parts = template.split(/\$\{([^}]*)\}/).map((part, position) => {
    if (position % 2 === 0) return convert.text(part);
    const [value, ...more] = listOf(context[part]);
    return value === undefined || more.length > 0 ? undefined : convert.value(value);
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
