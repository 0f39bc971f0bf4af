import type { Template } from 'aws-cdk-lib/assertions';

export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The template's resources, optionally of one type. */
export function resourcesOf(template: Template, type?: string): readonly Resource[] {
  const all = template.toJSON().Resources as Record<string, Record<string, unknown>>;
  return Object.entries(all)
    .map(([id, body]) => ({
      id,
      type: String(body.Type),
      properties: (body.Properties ?? {}) as Record<string, unknown>,
      body,
    }))
    .filter((resource) => type === undefined || resource.type === type);
}

/** Returns the only resource of the type whose id begins with `prefix`. Throws unless there is exactly one. */
export function theResource(template: Template, type: string, prefix = ''): Resource {
  const [found, ...more] = resourcesOf(template, type).filter(({ id }) => id.startsWith(prefix));
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${type} ${prefix}`);
  return found;
}

/** Logical ids without CDK's hash. */
export const plainId = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');

/** Shortens a value with intrinsic functions, for example to `Chats` or `arn:...:HttpApi/...`. */
export function short(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', '']] = Object.entries(value as Record<string, unknown>);
  if (name === 'Ref') return plainId(String(argument));
  if (name === 'Fn::GetAtt') return plainId(String((argument as unknown[])[0]));
  if (name === 'Fn::ImportValue') return imported(String(argument));
  if (name === 'Fn::Join') return ((argument as unknown[])[1] as unknown[]).map(short).join('');
  return JSON.stringify(value);
}

const imported = (name: string): string => {
  const [, id] = /:ExportsOutput(?:Ref|FnGetAtt)(.+?)[0-9A-F]{8}/.exec(name) ?? [];
  return id ?? name;
};

/** Ids of the resources that must exist before this one. */
export function needs(template: Template, id: string): ReadonlySet<string> {
  const all = template.toJSON().Resources as Record<string, unknown>;
  const found = new Set<string>();
  const visit = (current: string): void => {
    for (const next of referencesIn(all[current])) {
      if (next === id) throw new Error(`${id} needs itself`);
      if (next in all && !found.has(next)) {
        found.add(next);
        visit(next);
      }
    }
  };
  visit(id);
  return found;
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt') return [String((inner as unknown[])[0])];
    if (key === 'DependsOn') return ([] as unknown[]).concat(inner).map(String);
    return referencesIn(inner);
  });
}

/** `action resource` pairs of a role's policies. */
export function grantsOf(template: Template, role: string): readonly string[] {
  const policies = resourcesOf(template, 'AWS::IAM::Policy').filter(({ properties }) =>
    (properties.Roles as unknown[]).map(short).includes(role),
  );
  const statements = policies.flatMap(
    ({ properties }) => (properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement,
  );
  return statements.flatMap(({ Action, Resource }) =>
    ([] as unknown[])
      .concat(Action)
      .flatMap((action) =>
        ([] as unknown[]).concat(Resource).map((resource) => `${action} ${short(resource)}`),
      ),
  );
}

/** True for a function that CDK adds: for bucket deployments, and for calls of the SDK by custom resources. */
export const isOfCdk = (id: string): boolean => /^(?:CustomCDK|AWS679f53fac002430cb0da5b7982bd2287)/.test(id);

/** The product's functions in both templates, without those of the CDK. */
export const functionsOf = ({ data, app }: { readonly data: Template; readonly app: Template }) =>
  [...resourcesOf(data, 'AWS::Lambda::Function'), ...resourcesOf(app, 'AWS::Lambda::Function')].filter(
    ({ id }) => !isOfCdk(id),
  );
