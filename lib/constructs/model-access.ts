import { Stack } from 'aws-cdk-lib';
import { CfnProject } from 'aws-cdk-lib/aws-bedrockmantle';
import { Construct } from 'constructs';
import type { ModelSpec } from '#contract/deployment-config';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import { inferenceProfile } from '../check-region-of-inference-profile.ts';
import { acknowledge, findingOn } from './base/acknowledge-findings.ts';
import type { AppFunction } from './base/app-function.ts';

export interface ModelAccessProps {
  readonly models: readonly ModelSpec[];
  readonly projectName: string;
}

/**
 * Permission to call the configured models. Models of the provider `mantle` are called within a project at Bedrock's
 * endpoint `bedrock-mantle`.
 */
export class ModelAccess extends Construct {
  readonly #models: readonly ModelSpec[];
  readonly #project: CfnProject | undefined;

  constructor(scope: Construct, id: string, { models, projectName }: ModelAccessProps) {
    super(scope, id);
    this.#models = models;
    this.#project = this.#mantleRegions().includes(Stack.of(this).region)
      ? new CfnProject(this, 'Project', { name: projectName })
      : undefined;
  }

  grantInvoke(caller: AppFunction): void {
    this.#grantMantle(caller);
    const onBedrock = this.#models.flatMap(({ provider }) =>
      provider.kind === 'bedrock' ? this.#arnsOf(provider.modelId) : [],
    );
    if (onBedrock.length > 0) caller.allow(['bedrock:InvokeModelWithResponseStream'], onBedrock);
    const reason = 'The model is exact, and Bedrock chooses among all the regions of its profile.';
    for (const arn of onBedrock.filter((one) => one.includes('*')))
      acknowledge(caller.ownRole, { [findingOn(this, arn)]: reason });
    const keys = this.#models.flatMap(({ provider }) =>
      provider.kind === 'openai' && provider.secretArn ? [provider.secretArn] : [],
    );
    if (keys.length > 0) caller.allow(['secretsmanager:GetSecretValue'], keys);
  }

  #grantMantle(caller: AppFunction): void {
    const projects = this.#mantleRegions().map((region) => this.#projectIn(region));
    if (projects.length > 0) caller.allow(['bedrock-mantle:CreateInference'], projects);
    if (this.#project) caller.setEnv({ [ENV.mantleProject]: this.#project.attrId });
  }

  #mantleRegions(): string[] {
    const regions = this.#models.flatMap(({ provider }) =>
      provider.kind === 'mantle' ? [provider.region] : [],
    );
    return [...new Set(regions)];
  }

  /** A stack can create a project only in its own region. In other regions, calls use the account's default project. */
  #projectIn(where: string): string {
    const { partition, region, account } = Stack.of(this);
    return this.#project && where === region
      ? this.#project.attrArn
      : `arn:${partition}:bedrock-mantle:${where}:${account}:project/default`;
  }

  #arnsOf(modelId: string): string[] {
    const { partition, region, account } = Stack.of(this);
    const foundationModel = (where: string, id: string) =>
      `arn:${partition}:bedrock:${where}::foundation-model/${id}`;
    const profile = inferenceProfile(modelId);
    if (profile === undefined) return [foundationModel(region, modelId)];
    // Bedrock may route a request to any region of the profile, and AWS may add regions, so every region is allowed. A
    // global profile also needs permission on the model's ARN without a region.
    return [
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`,
      foundationModel('*', profile.model),
      ...(profile.prefix === 'global' ? [foundationModel('', profile.model)] : []),
    ];
  }
}
