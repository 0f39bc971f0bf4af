/** Checks how many requests a minute the account may make to each model on Bedrock's Converse API. */
import { BedrockClient, GetFoundationModelCommand } from '@aws-sdk/client-bedrock';
import {
  paginateListServiceQuotas,
  type ServiceQuota,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import type { ModelSpec } from '#contract/deployment-config';
import { inferenceProfile } from '../../../lib/check-region-of-inference-profile.ts';
import type { AwsSettings } from '../aws-settings.ts';
import { type Check, ok, type Told, warning } from '../check.ts';

/** Requests a minute. With fewer, a handful of people who write at the same time are told that the model is busy. */
const ENOUGH = 30;

export const modelQuotas: Check = {
  name: 'model quotas',
  async look({ config, aws }) {
    const onBedrock = config.models.filter(({ provider }) => provider.kind === 'bedrock');
    if (onBedrock.length === 0) return ok('No model is called through Converse, so no quota was read.');
    const quotas = await listQuotas(aws);
    const client = new BedrockClient(aws);
    try {
      const told = await Promise.all(onBedrock.map((model) => lookAt(client, model, quotas, config.region)));
      const problems = told.filter(({ state }) => state !== 'ok');
      return problems.length > 0 ? problems : ok(told.map(({ why }) => why).join(' '));
    } finally {
      client.destroy();
    }
  },
};

/** Lists the region's quotas of Bedrock. https://docs.aws.amazon.com/general/latest/gr/bedrock.html */
async function listQuotas(aws: AwsSettings): Promise<ServiceQuota[]> {
  const client = new ServiceQuotasClient(aws);
  try {
    const found: ServiceQuota[] = [];
    for await (const { Quotas = [] } of paginateListServiceQuotas({ client }, { ServiceCode: 'bedrock' }))
      found.push(...Quotas);
    return found;
  } finally {
    client.destroy();
  }
}

async function lookAt(
  client: BedrockClient,
  { provider, displayName }: ModelSpec,
  quotas: readonly ServiceQuota[],
  region: string,
): Promise<Told> {
  const modelId = provider.kind === 'bedrock' ? provider.modelId : '';
  const profile = inferenceProfile(modelId);
  const name = await nameOf(client, profile?.model ?? modelId);
  const quota = quotas.find(({ QuotaName = '' }) =>
    isRequestsOf(QuotaName, scopeOf(modelId, profile !== undefined), name),
  );
  if (quota?.Value === undefined) return ok(`${displayName}: its quota is not known by name.`);
  const { Value: value, QuotaCode: code } = quota;
  if (value >= ENOUGH) return ok(`${displayName}: ${value} requests a minute.`);
  return warning(
    `${displayName}: ${value} requests a minute${value === 0 ? ', so it never answers' : ''}.`,
    `aws service-quotas request-service-quota-increase --region ${region} --service-code bedrock --quota-code ${code} --desired-value 200`,
  );
}

async function nameOf(client: BedrockClient, modelIdentifier: string): Promise<string> {
  const { modelDetails } = await client
    .send(new GetFoundationModelCommand({ modelIdentifier }))
    .catch(() => ({ modelDetails: undefined }));
  return modelDetails?.modelName ?? modelIdentifier;
}

const scopeOf = (modelId: string, isProfile: boolean): string =>
  isProfile ? (modelId.startsWith('global.') ? 'Global cross-region' : 'Cross-region') : 'On-demand';

/**
 * Bedrock puts the maker before the model's name, and sometimes a version after it:
 * `Cross-region model inference requests per minute for Anthropic Claude Sonnet 4.5 V1`.
 */
function isRequestsOf(quota: string, scope: string, model: string): boolean {
  const [of, named = ''] = quota.split(' model inference requests per minute for ');
  if (of !== scope) return false;
  const [whole, part] = [plain(named), plain(model)];
  const at = whole.indexOf(part);
  return part !== '' && at >= 0 && /^(?:v\d+)?$/.test(whole.slice(at + part.length));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
