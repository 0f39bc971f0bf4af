/**
 * Checks that the configured models of Bedrock are in the region, not Legacy (to be removed by AWS), able to stream,
 * and open to the account.
 */
import {
  BedrockClient,
  type FoundationModelDetails,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  GetUseCaseForModelAccessCommand,
} from '@aws-sdk/client-bedrock';
import type { ModelSpec } from '#contract/deployment-config';
import { inferenceProfile } from '../../../lib/check-region-of-inference-profile.ts';
import { contextOf } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, ok, productFailure, type Told, warning } from '../check.ts';

const CATALOGUE = 'docs/operate.md, Models and keys: configure another model';
const FORM =
  'Open any Claude model in the Bedrock console, Model catalog, and send the form: https://docs.aws.amazon.com/bedrock/latest/userguide/model-access.html';
/** The first call of a model starts the account's subscription to it, which takes minutes. */
const subscribe = (examined: Examined): string =>
  `npm run ops -- doctor --call-models${contextOf(examined)}, then the same again after 15 minutes`;

export const models: Check = {
  name: 'models',
  async look(examined) {
    const { config, aws } = examined;
    const client = new BedrockClient(aws);
    try {
      const found = await Promise.all(
        config.models.map(async (model) => ({
          model,
          problem: await problemOf(client, model, examined),
        })),
      );
      const problems = found.flatMap(({ problem }) => problem ?? []);
      const silent = found.filter(({ problem }) => problem !== undefined).map(({ model }) => model.id);
      const without = Object.entries(config.allowances)
        .filter(([, allowance]) => allowance.models.every((id) => silent.includes(id)))
        .map(([audience]) =>
          productFailure(`No model of the allowance ${audience} answers.`, 'Mend the models above.'),
        );
      if (problems.length > 0) return [...problems, ...without];
      const checked = config.models.filter(({ provider }) => provider.kind === 'bedrock');
      if (checked.length === 0) return ok('No model of Bedrock is configured, so none was checked.');
      const names = checked.map(({ displayName }) => displayName).join(', ');
      return ok(`${names}: in the region and open to the account.`);
    } finally {
      client.destroy();
    }
  },
};

/** A problem is a warning, because another model of the allowance answers instead. */
async function problemOf(
  client: BedrockClient,
  model: ModelSpec,
  examined: Examined,
): Promise<Told | undefined> {
  const { region } = examined.config;
  const { provider, displayName } = model;
  if (provider.kind !== 'bedrock') return undefined;
  const { modelId } = provider;
  const profile = inferenceProfile(modelId);
  const id = profile?.model ?? modelId;
  const details = await known(client.send(new GetFoundationModelCommand({ modelIdentifier: id })));
  if (!details?.modelDetails) return warning(`${displayName}: ${region} has no model ${id}.`, CATALOGUE);
  if (
    profile &&
    !(await known(client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: modelId }))))
  )
    return warning(`${displayName}: ${region} has no inference profile ${modelId}.`, CATALOGUE);
  const unfit = unfitness(details.modelDetails, profile !== undefined);
  if (unfit !== undefined) return warning(`${displayName}: ${id} ${unfit}.`, CATALOGUE);
  return accessProblem(client, id, displayName, examined);
}

function unfitness(
  { inferenceTypesSupported = [], responseStreamingSupported, modelLifecycle }: FoundationModelDetails,
  isProfile: boolean,
): string | undefined {
  if (modelLifecycle?.status === 'LEGACY')
    return 'is Legacy: AWS refuses it to accounts that have not used it';
  if (responseStreamingSupported === false) return 'does not stream its replies';
  if (!isProfile && inferenceTypesSupported.length > 0 && !inferenceTypesSupported.includes('ON_DEMAND'))
    return 'answers through an inference profile alone (us., eu. or global. before the id)';
  return undefined;
}

/** Access to a model: https://docs.aws.amazon.com/bedrock/latest/userguide/model-access.html */
async function accessProblem(
  client: BedrockClient,
  modelId: string,
  name: string,
  examined: Examined,
): Promise<Told | undefined> {
  const { agreementAvailability, authorizationStatus, regionAvailability } = await client.send(
    new GetFoundationModelAvailabilityCommand({ modelId }),
  );
  if (regionAvailability === 'NOT_AVAILABLE')
    return warning(`${name}: ${modelId} is not sold in this region.`, CATALOGUE);
  if (
    modelId.startsWith('anthropic.') &&
    !(await known(client.send(new GetUseCaseForModelAccessCommand({}))))
  )
    return warning(`${name}: Anthropic asks for your use case once, before the first call.`, FORM);
  if (authorizationStatus === 'NOT_AUTHORIZED')
    return warning(
      `${name}: AWS has not opened ${modelId} to this account.`,
      'https://console.aws.amazon.com/support',
    );
  if (agreementAvailability?.status !== undefined && agreementAvailability.status !== 'AVAILABLE')
    return warning(
      `${name}: the account has not subscribed to ${modelId} at AWS Marketplace (${agreementAvailability.status}).`,
      subscribe(examined),
    );
  return undefined;
}

/** Undefined when Bedrock does not know the id or has no use case form stored. */
async function known<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && ['ResourceNotFoundException', 'ValidationException'].includes(error.name))
      return undefined;
    throw error;
  }
}
