import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { ModelSpec } from '#contract/config';
import { inferenceProfile } from '../inference-profiles.ts';
import { acknowledge, findingOn } from './base/acknowledge-findings.ts';
import type { AppFunction } from './base/app-function.ts';

/** Permission to call the configured models. */
export class ModelAccess extends Construct {
  readonly #models: readonly ModelSpec[];

  constructor(scope: Construct, id: string, props: { readonly models: readonly ModelSpec[] }) {
    super(scope, id);
    this.#models = props.models;
  }

  /** Lets the function stream replies of the models and read the API keys of models that are not on Bedrock. */
  grantInvoke(caller: AppFunction): void {
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

  #arnsOf(modelId: string): string[] {
    const { partition, region, account } = Stack.of(this);
    const foundationModel = (where: string, id: string) =>
      `arn:${partition}:bedrock:${where}::foundation-model/${id}`;
    const profile = inferenceProfile(modelId);
    if (profile === undefined) return [foundationModel(region, modelId)];
    // AWS may add regions to a profile, and refuses a request that Bedrock sends to a region without permission. So the
    // model is allowed in every region. The ARN of a model that a global profile calls has no region.
    return [
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`,
      foundationModel('*', profile.model),
      ...(profile.prefix === 'global' ? [foundationModel('', profile.model)] : []),
    ];
  }
}
