import { AwsError } from '../aws-json/aws-json-service.ts';
import { isThroughProfilesOnly } from '../bedrock/model-facts.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import type { AccountApiOptions } from './account-api-options.ts';
import type { AccountSettings, ModelState } from './account-state.ts';
import { restJsonService } from './rest-json.ts';

const NAMES: Readonly<Record<string, readonly [name: string, provider: string]>> = {
  'openai.gpt-oss-120b-1:0': ['gpt-oss-120b', 'OpenAI'],
  'anthropic.claude-sonnet-5-5': ['Claude Sonnet 5.5', 'Anthropic'],
  'deepseek.v3.2': ['DeepSeek V3.2', 'DeepSeek'],
};
const GEOGRAPHY = REGION.split('-')[0];

const modelArn = (id: string): string => `arn:aws:bedrock:${REGION}::foundation-model/${id}`;
const profileArn = (id: string): string => `arn:aws:bedrock:${REGION}:${ACCOUNT}:inference-profile/${id}`;

/**
 * Emulates reads of Bedrock's control plane.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_GetFoundationModel.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_GetFoundationModelAvailability.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_GetInferenceProfile.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_GetUseCaseForModelAccess.html
 */
export function createModelsApi({ settings, ...options }: AccountApiOptions) {
  const calls = [
    {
      action: 'GetFoundationModel',
      path: /^\/foundation-models\/([^/]+)$/,
      resource: modelArn,
      answer: (id: string) => ({ modelDetails: describe(id, stateOf(settings, id)) }),
    },
    {
      action: 'GetFoundationModelAvailability',
      path: /^\/foundation-model-availability\/([^/]+)$/,
      answer: (id: string) => availability(id, stateOf(settings, id)),
    },
    {
      action: 'GetInferenceProfile',
      path: /^\/inference-profiles\/([^/]+)$/,
      resource: profileArn,
      answer: (id: string) => profile(id, settings),
    },
    {
      action: 'GetUseCaseForModelAccess',
      path: /^\/use-case-for-model-access$/,
      answer() {
        if (!settings.hasUseCase)
          throw new AwsError('ResourceNotFoundException', 'No use case was submitted.', 404);
        return { formData: Buffer.from('{}').toString('base64') };
      },
    },
  ];
  return restJsonService({ service: 'bedrock', calls }, options);
}

function stateOf({ models }: AccountSettings, id: string): ModelState {
  const state = models.get(id) ?? {};
  if (state.isInRegion === false || state.isRetired)
    throw new AwsError('ResourceNotFoundException', 'The requested model could not be found.', 404);
  return state;
}

function describe(modelId: string, { isLegacy = false }: ModelState): object {
  const [modelName, providerName] = NAMES[modelId] ?? [modelId, modelId.split('.')[0]];
  return {
    modelArn: modelArn(modelId),
    modelId,
    modelName,
    providerName,
    inputModalities: ['TEXT'],
    outputModalities: ['TEXT'],
    responseStreamingSupported: true,
    inferenceTypesSupported: [isThroughProfilesOnly(modelId) ? 'INFERENCE_PROFILE' : 'ON_DEMAND'],
    modelLifecycle: { status: isLegacy ? 'LEGACY' : 'ACTIVE' },
  };
}

const availability = (modelId: string, { isSubscribed = true, isAuthorized = true }: ModelState): object => ({
  modelId,
  agreementAvailability: { status: isSubscribed ? 'AVAILABLE' : 'NOT_AVAILABLE' },
  authorizationStatus: isAuthorized ? 'AUTHORIZED' : 'NOT_AUTHORIZED',
  entitlementAvailability: 'AVAILABLE',
  regionAvailability: 'AVAILABLE',
});

function profile(id: string, settings: AccountSettings): object {
  const [prefix = '', ...rest] = id.split('.');
  const model = rest.join('.');
  const { hasProfile = true } = stateOf(settings, model);
  if ((prefix !== GEOGRAPHY && prefix !== 'global') || !hasProfile)
    throw new AwsError('ResourceNotFoundException', `The inference profile ${id} could not be found.`, 404);
  return {
    inferenceProfileName: id,
    inferenceProfileArn: profileArn(id),
    inferenceProfileId: id,
    models: [{ modelArn: modelArn(model) }],
    status: 'ACTIVE',
    type: 'SYSTEM_DEFINED',
  };
}
