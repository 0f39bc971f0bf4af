/**
 * Bedrock's guide does not quote the messages of the exceptions below. Some messages are copied from public reports of
 * real calls (docs/local.md). The other messages are invented.
 */
import { AwsError } from '../aws-json/aws-json-service.ts';
import type { CachePoint, ConverseRequest } from './bedrock-types.ts';
import { cacheOf, factsOf, isThroughProfilesOnly, wantsUseCase } from './model-facts.ts';
import { modelOf } from './model-of-profile-or-arn.ts';

/** Access of the account to a model. Each field defaults to the value that allows calls of the model. */
export interface ModelAccess {
  readonly isInRegion?: boolean;
  /** False: the account has no agreement with the model's seller at AWS Marketplace. */
  readonly isSubscribed?: boolean;
  readonly isPayable?: boolean;
  readonly isAuthorized?: boolean;
  /**
   * True: AWS will remove the model. The account has not used the model in the last 30 days, so Bedrock refuses the
   * account's calls.
   */
  readonly isLegacy?: boolean;
  readonly isRetired?: boolean;
  /** False: the account's quota of tokens a day for the model is 0, or spent. */
  readonly hasTokensLeft?: boolean;
}

export interface Caller {
  /** Tells if the caller's role may subscribe the account to a model in AWS Marketplace. */
  readonly maySubscribe: () => boolean;
}

export interface Account {
  readonly hasUseCase: boolean;
  /** Access by the model's own id, without a profile's prefix. A model without an entry can be called. */
  readonly models: Map<string, ModelAccess>;
}

const denied = (message: string) => new AwsError('AccessDeniedException', message, 403);
const notFound = (message: string) => new AwsError('ResourceNotFoundException', message, 404);
const invalid = (message: string) => new AwsError('ValidationException', message);

/** Throws Bedrock's exception if the account may not call the model. */
export function checkAccess(modelId: string, account: Account, { maySubscribe }: Caller): void {
  const { model, isProfile } = modelOf(modelId);
  const access = account.models.get(model) ?? {};
  if (access.isInRegion === false) throw invalid('The provided model identifier is invalid.');
  if (!isProfile && isThroughProfilesOnly(model))
    throw invalid(
      `Invocation of model ID ${model} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`,
    );
  if (access.isRetired)
    throw notFound(
      'This model version has reached the end of its life. Please refer to the AWS documentation for more details.',
    );
  if (access.isLegacy)
    throw notFound(
      'Access denied. This Model is marked by provider as Legacy and you have not been actively using the model in the last 30 days. Please upgrade to an active model on Amazon Bedrock',
    );
  if (access.isAuthorized === false)
    throw denied(
      `${model} is not available for this account. You can explore other available models on Amazon Bedrock. For additional access options, contact AWS Sales at https://aws.amazon.com/contact-us/sales-support/`,
    );
  if (wantsUseCase(model) && !account.hasUseCase)
    throw notFound(
      'Model use case details have not been submitted for this account. Fill out the Anthropic use case details form before using the model. If you have already filled out the form, try again in 15 minutes.',
    );
  checkSubscription(model, access, account, maySubscribe);
  if (access.hasTokensLeft === false)
    throw new AwsError(
      'ThrottlingException',
      'Too many tokens per day, please wait before trying again.',
      429,
    );
}

/**
 * Subscribes the account to a model, as Bedrock does at the first call. Throws AccessDeniedException if the role may
 * not subscribe, or if the account has no payment method.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-access.html
 */
function checkSubscription(
  model: string,
  access: ModelAccess,
  account: Account,
  maySubscribe: () => boolean,
): void {
  if (access.isSubscribed !== false) return;
  if (!maySubscribe())
    throw denied(
      'Model access is denied due to IAM user or service role is not authorized to perform the required AWS Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe) to enable access to this model. Refer to the Amazon Bedrock documentation for further details. Your AWS Marketplace subscription for this model cannot be completed at this time. If you recently fixed this issue, try again after 5 minutes.',
    );
  if (access.isPayable === false)
    throw denied(
      'Model access is denied due to INVALID_PAYMENT_INSTRUMENT:A valid payment instrument must be provided. Your AWS Marketplace subscription for this model cannot be completed at this time. If you recently fixed this issue, try again after 5 minutes.',
    );
  account.models.set(model, { ...access, isSubscribed: true });
}

/** Throws Bedrock's exception for a request that the model does not accept. */
export function checkFit(request: ConverseRequest, modelId: string, inputTokens: number): void {
  const { model } = modelOf(modelId);
  const {
    maxOutputTokens,
    contextTokens,
    takesSystem = true,
    takesDocuments = true,
    takesImages = true,
  } = factsOf(model);
  const { system = [], messages, inferenceConfig: { maxTokens = 0 } = {} } = request;
  const blocks = messages.flatMap(({ content }) => content);
  if (!takesSystem && system.length > 0)
    throw invalid(
      "This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
    );
  checkCachePoints(
    [...system, ...blocks].flatMap(({ cachePoint }) => cachePoint ?? []),
    model,
  );
  if (!takesDocuments && blocks.some(({ document }) => document))
    throw invalid("This model doesn't support documents.");
  if (!takesImages && blocks.some(({ image }) => image))
    throw invalid("This model doesn't support the image content block that you provided.");
  if (maxOutputTokens !== undefined && maxTokens > maxOutputTokens)
    throw invalid(
      `The maximum tokens you requested exceeds the model limit of ${maxOutputTokens}. Try again with a maximum tokens value that is lower than ${maxOutputTokens}.`,
    );
  if (contextTokens !== undefined && inputTokens > contextTokens)
    throw invalid(
      `The model returned the following errors: prompt is too long: ${inputTokens} tokens > ${contextTokens} maximum`,
    );
}

const MOST_CACHE_POINTS = 4;

function checkCachePoints(points: readonly CachePoint[], model: string): void {
  if (points.length === 0) return;
  const cache = cacheOf(model);
  if (!cache)
    throw denied(
      'You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.',
    );
  for (const { type, ttl = '5m' } of points) {
    if (type !== 'default') throw invalid(`${type} is not a type of cache point: default`);
    if (!['5m', '1h'].includes(ttl)) throw invalid(`${ttl} is not a TTL of cache points: 5m, 1h`);
    if (ttl === '1h' && !cache.keepsHour) throw invalid(`${model} does not keep a cache for 1h`);
  }
  if (points.length > MOST_CACHE_POINTS)
    throw invalid(
      `The model returned the following errors: A maximum of 4 blocks with cache_control may be provided. Found ${points.length}.`,
    );
  const short = points.findIndex(({ ttl }) => ttl !== '1h');
  if (short >= 0 && points.slice(short).some(({ ttl }) => ttl === '1h'))
    throw invalid(
      "The model returned the following errors: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
    );
}
