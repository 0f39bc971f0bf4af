import {
  CfnOutput,
  CfnResource,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
  type PolicyViolation,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { metricRules } from './alarm-and-dashboard-rules.ts';
import { bucketRules } from './bucket-rules.ts';
import { dataRules } from './data-rules.ts';
import { siteRules } from './distribution-rules.ts';
import { functionRules } from './function-rules.ts';
import { deploymentRules } from './gateway-and-unique-name-rules.ts';
import { iamRules } from './iam-rules.ts';
import type { AppResource, Rule, RuleContext, StackValue } from './rule.ts';
import { at, isObject } from './template-values.ts';
import { signInRules } from './user-pool-rules.ts';

/** Rules for what cdk-nag and CDK's own validation miss, for example misspelt IAM actions. */
export const RULES: readonly Rule[] = [
  ...signInRules,
  ...functionRules,
  ...dataRules,
  ...siteRules,
  ...bucketRules,
  ...deploymentRules,
  ...metricRules,
  ...iamRules,
];

/** CDK validation plugin with the product's own rules. A finding that is not acknowledged makes synthesis fail. */
export class ProductRules implements IPolicyValidationPlugin {
  readonly name = 'product-rules';
  readonly ruleIds = RULES.map(({ id }) => id);
  readonly #context: StageContext;

  constructor(context: StageContext) {
    this.#context = context;
  }

  validate({ appConstruct }: IPolicyValidationContext): PolicyValidationPluginReport {
    const all = appConstruct.node.findAll();
    const nodes = all.filter((node) => CfnResource.isCfnResource(node));
    const found = nodes.map((node) => ({ node, resource: templateOf(node) }));
    const exports = exportsOf(all.filter((node) => node instanceof CfnOutput));
    const context = { ...this.#context, resources: found.map(({ resource }) => resource), exports };
    const violations = RULES.flatMap((rule) => apply(rule, found, context));
    return { success: violations.length === 0, violations };
  }
}

type StageContext = Omit<RuleContext, 'resources' | 'exports'>;

interface Found {
  readonly node: CfnResource;
  readonly resource: AppResource;
}

function apply(rule: Rule, found: readonly Found[], context: RuleContext): readonly PolicyViolation[] {
  const violatingResources = found.flatMap(({ node, resource }) => {
    const locations = [...rule.check(resource, context)];
    if (locations.length === 0 || isAcknowledged(node, rule.id)) return [];
    return [{ constructPath: node.node.path, locations }];
  });
  if (violatingResources.length === 0) return [];
  return [{ ruleName: rule.id, description: rule.description, severity: 'error', violatingResources }];
}

function templateOf(node: CfnResource): AppResource {
  const fragment: unknown = Stack.of(node).resolve(node._toCloudFormation());
  const [rendered] = Object.values(at(fragment, 'Resources') ?? {});
  const properties = at(rendered, 'Properties');
  const deletionPolicy = at(rendered, 'DeletionPolicy');
  return {
    type: node.cfnResourceType,
    stack: Stack.of(node).node.path,
    properties: isObject(properties) ? properties : {},
    ...(typeof deletionPolicy === 'string' && { deletionPolicy }),
  };
}

function exportsOf(outputs: readonly CfnOutput[]): ReadonlyMap<string, StackValue> {
  const entries = outputs.map((output): [unknown, StackValue] => {
    const stack = Stack.of(output);
    return [stack.resolve(output.exportName), { stack: stack.node.path, value: stack.resolve(output.value) }];
  });
  return new Map(entries.filter((entry): entry is [string, StackValue] => typeof entry[0] === 'string'));
}

/** `Validations.of(...).acknowledge` stores the id of an acknowledged rule with the prefix `Annotation::`. */
function isAcknowledged(node: IConstruct, ruleId: string): boolean {
  return node.node.scopes.some(({ node: scope }) =>
    scope.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .some(
        ({ data }) =>
          isObject(data) && Object.keys(data).some((id) => id.replace(/^annotation::/i, '') === ruleId),
      ),
  );
}
