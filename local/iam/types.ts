/** IAM policy documents as templates hold them, references resolved. */

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

/** Facts about a request that conditions ask for, by context key. */
export type RequestContext = Readonly<Record<string, OneOrMany<string>>>;

export const listOf = <T>(value: OneOrMany<T> | undefined): readonly T[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T]; // Array.isArray does not narrow readonly arrays
};
