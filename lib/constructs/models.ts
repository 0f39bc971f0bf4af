import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { ModelSpec } from '#contract/config';
import type { AppFunction } from './app-function.ts';

/**
 * Where a cross-region inference profile may send a request, by the profile's prefix. IAM wants the model
 * allowed in each: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const PROFILE_REGIONS: Readonly<Record<string, readonly string[]>> = {
  us: ['us-east-1', 'us-east-2', 'us-west-2'],
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
};

/** The configured models and the right to call them. */
export class Models extends Construct {
  private readonly models: readonly ModelSpec[];

  constructor(scope: Construct, id: string, props: { readonly models: readonly ModelSpec[] }) {
    super(scope, id);
    this.models = props.models;
  }

  /** Lets the function stream replies of the configured models, and read the keys of those that need one. */
  grantInvoke(caller: AppFunction): void {
    const onBedrock = this.models.flatMap(({ provider }) =>
      provider.kind === 'bedrock' ? this.arnsOf(provider.modelId) : [],
    );
    if (onBedrock.length > 0) caller.allow(['bedrock:InvokeModelWithResponseStream'], onBedrock);
    const keys = this.models.flatMap(({ provider }) =>
      provider.kind === 'openai' && provider.secretArn ? [provider.secretArn] : [],
    );
    if (keys.length > 0) caller.allow(['secretsmanager:GetSecretValue'], keys);
  }

  private arnsOf(modelId: string): string[] {
    const { partition, region, account } = Stack.of(this);
    const foundationModel = (where: string, id: string) =>
      `arn:${partition}:bedrock:${where}::foundation-model/${id}`;
    const [, prefix = '', model = ''] = /^([a-z]+)\.([a-z0-9-]+\..+)$/.exec(modelId) ?? [];
    const regions = PROFILE_REGIONS[prefix];
    if (regions === undefined) return [foundationModel(region, modelId)];
    return [
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`,
      ...regions.map((where) => foundationModel(where, model)),
    ];
  }
}
