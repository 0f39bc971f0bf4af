import { AwsError } from '../aws-json/aws-json-service.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import { PROFILE } from './model-of-profile-or-arn.ts';

/**
 * Regions to which an inference profile may route a request, by the profile's prefix. The empty region stands for the
 * model's ARN without a region: a call through a global profile needs the right on that ARN too.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const DESTINATIONS: Readonly<Record<string, readonly string[]>> = {
  // AWS adds regions to a profile without notice. The invented us-added-1 stands for a new region, so that a role which
  // lists only the known regions is refused.
  us: ['us-east-1', 'us-east-2', 'us-west-2', 'us-added-1'],
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  global: [REGION, ''],
};

/**
 * Returns the ARNs on which the caller needs the right to call a model. For an inference profile, these are the profile
 * and its model in every region to which it may route.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
export function resourcesOf(modelId: string): string[] {
  const [, profile, prefix = '', model = ''] = PROFILE.exec(modelId) ?? [];
  if (profile === undefined) return [modelId.startsWith('arn:') ? modelId : modelArn(REGION, modelId)];
  const regions = DESTINATIONS[prefix];
  if (!regions) throw new AwsError('ValidationException', `The profile ${modelId} is not emulated`);
  return [
    `arn:aws:bedrock:${REGION}:${ACCOUNT}:inference-profile/${profile}`,
    ...regions.map((region) => modelArn(region, model)),
  ];
}

const modelArn = (region: string, model: string): string =>
  `arn:aws:bedrock:${region}::foundation-model/${model}`;
