import { ACCOUNT, REGION } from '../region-and-account.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { loadFiles, type Stack, type TemplateResource } from './load-cloud-assembly.ts';
import { type Identity, identityOf, stableHash } from './resource-identities.ts';

export { checkNames, type TakenName } from './refuse-taken-resource-names.ts';

export interface Resource<Properties> {
  readonly type: string;
  readonly stack: string;
  readonly logicalId: string;
  /** Physical id, which the intrinsic function `Ref` returns. */
  readonly ref: string;
  attribute(name: string): string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Properties, resolved each time they are read. */
  readonly properties: Properties;
}

export interface Assembly {
  /**
   * Returns the resources of the given types. Leaves out a resource whose condition is false. The caller states the
   * TypeScript type of the properties. The type is not checked here, because synthesis has validated the properties
   * against CloudFormation's schema.
   */
  all<Properties>(...types: string[]): Resource<Properties>[];
  /** Returns the outputs of one stack or of all stacks, without exports. */
  outputs(stack?: string): Readonly<Record<string, string>>;
  stacks(): readonly { readonly name: string; readonly id: string }[];
  resourcesOf(stack: string): readonly Pick<Resource<unknown>, 'type' | 'logicalId' | 'ref'>[];
  /** Returns the folder or file of an asset. Throws for an unknown key. */
  asset(objectKey: string): string;
}

export interface AssemblyOptions {
  readonly secretValue: (arn: string) => string;
}

/**
 * Loads a cloud assembly (`cdk.out`). Throws for a resource type that is not emulated. Properties and outputs are
 * resolved when they are read, which throws for an intrinsic function or an attribute that is not emulated.
 */
export function loadAssembly(dir: string, { secretValue }: AssemblyOptions): Assembly {
  const files = loadFiles(dir);
  const identities = new Map<string, Identity>();
  const exports = new Map<string, () => unknown>();
  const scopes = new Map(files.stacks.map((stack) => [stack.name, scopeOf(stack)]));

  function identify(stack: Stack, scope: Scope, logicalId: string): Identity {
    const key = `${stack.name}/${logicalId}`;
    const known = identities.get(key);
    if (known) return known;
    const resource = stack.template.Resources[logicalId];
    if (!resource) throw new Error(`${stack.name} has no resource or parameter ${logicalId}`);
    const property = (name: string) => resolve(propertiesOf(resource)[name], scope);
    const identity = identityOf(resource.Type, {
      nameOr: (name, generate = (...parts) => parts.join('-')) =>
        String(property(name) ?? generate(stack.name, logicalId)),
      hash: (length) => stableHash(key, length),
      text: (name) => String(property(name)),
    });
    identities.set(key, identity);
    return identity;
  }

  function scopeOf(stack: Stack): Scope {
    const { Conditions = {}, Mappings = {}, Resources } = stack.template;
    const scope: Scope = {
      ref: (name) => (name.startsWith('AWS::') ? pseudo(stack.name, name) : identify(stack, scope, name).ref),
      attribute(logicalId, attribute) {
        const value = identify(stack, scope, logicalId).attributes?.[attribute];
        const type = Resources[logicalId]?.Type;
        if (value === undefined) throw new Error(`The attribute ${attribute} of ${type} is not emulated`);
        return value;
      },
      importValue(name) {
        const value = exports.get(name);
        if (!value) throw new Error(`No stack exports ${name}`);
        return value();
      },
      condition: (name) => Boolean(resolve(Conditions[name], scope)),
      mapping(map, first, second) {
        const value = Mappings[map]?.[first]?.[second];
        if (value === undefined) throw new Error(`The mapping ${map}.${first}.${second} does not exist`);
        return value;
      },
      dynamic: (text) => resolveDynamic(text, secretValue),
    };
    return scope;
  }

  for (const stack of files.stacks) {
    const scope = mustGet(scopes, stack.name);
    for (const { Value, Export } of Object.values(stack.template.Outputs ?? {}))
      if (Export) exports.set(String(resolve(Export.Name, scope)), () => resolve(Value, scope));
  }
  const resources = files.stacks.flatMap((stack) => {
    const scope = mustGet(scopes, stack.name);
    return Object.entries(stack.template.Resources)
      .filter(([, { Condition }]) => Condition === undefined || scope.condition(Condition))
      .map(([logicalId, resource]) => ({
        stack,
        scope,
        logicalId,
        resource,
        ...identify(stack, scope, logicalId),
      }));
  });

  return {
    all: <Properties>(...types: string[]) =>
      resources
        .filter(({ resource }) => types.includes(resource.Type))
        .map(({ stack, scope, logicalId, resource, ref }) => ({
          type: resource.Type,
          stack: stack.name,
          logicalId,
          ref,
          attribute: (name) => String(scope.attribute(logicalId, name)),
          metadata: resource.Metadata ?? {},
          get properties() {
            return resolve(propertiesOf(resource), scope) as Properties; // the caller states the type
          },
        })),
    outputs: (stack) =>
      Object.fromEntries(
        files.stacks
          .filter(({ name }) => stack === undefined || name === stack)
          .flatMap(({ name, template: { Outputs = {} } }) =>
            Object.entries(Outputs)
              .filter(([, { Export }]) => !Export)
              .map(([output, { Value }]) => [output, String(resolve(Value, mustGet(scopes, name)))]),
          ),
      ),
    stacks: () => files.stacks.map(({ name }) => ({ name, id: String(pseudo(name, 'AWS::StackId')) })),
    resourcesOf: (wanted) =>
      resources
        .filter(({ stack }) => stack.name === wanted)
        .map(({ logicalId, resource, ref }) => ({ type: resource.Type, logicalId, ref })),
    asset(objectKey) {
      const found = files.assets.get(objectKey);
      if (!found) throw new Error(`The assembly has no asset ${objectKey}`);
      return found;
    },
  };
}

const propertiesOf = ({ Properties }: TemplateResource) =>
  (Properties ?? {}) as Readonly<Record<string, unknown>>; // CloudFormation's schema requires an object

function mustGet<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${key} is missing`);
  return value;
}

function pseudo(stack: string, name: string): string | undefined {
  const id = stableHash(stack, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  const values: Readonly<Record<string, string | undefined>> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::NoValue': undefined,
    'AWS::Partition': 'aws',
    'AWS::Region': REGION,
    'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stack}/${id}`,
    'AWS::StackName': stack,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  if (!(name in values)) throw new Error(`The pseudo parameter ${name} is not emulated`);
  return values[name];
}

/**
 * Dynamic reference to a secret.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
const SECRET =
  /\{\{resolve:secretsmanager:(arn:aws:secretsmanager:[^:]*:[^:]*:secret:[^:}]+)(?::SecretString(?::([^:}]*))?)?[^}]*\}\}/g;

function resolveDynamic(text: string, secretValue: (arn: string) => string): string {
  if (!text.includes('{{resolve:')) return text;
  const resolved = text.replace(SECRET, (_, arn: string, key?: string) => {
    const value = secretValue(arn);
    if (!key) return value;
    const fields: Readonly<Record<string, unknown>> = JSON.parse(value);
    if (fields[key] === undefined) throw new Error(`The secret ${arn} has no JSON key ${key}`);
    return String(fields[key]);
  });
  // A part of a `Fn::Join`, such as `{{resolve:secretsmanager:`, must not throw here, because the joined text is
  // resolved later.
  if (/\{\{resolve:(?!secretsmanager:)/.test(resolved)) throw new Error(`${text} is not emulated`);
  return resolved;
}
