import { expect, it } from 'vitest';
import { refusalOfEndpoint, refusalOfException } from './recognise-lasting-refusals.ts';

const MARKETPLACE =
  'Model access is denied due to IAM user or service role is not authorized to perform the required AWS Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe) to enable access to this model.';
const UNPAID =
  'Model access is denied due to INVALID_PAYMENT_INSTRUMENT:A valid payment instrument must be provided. Your AWS Marketplace subscription for this model cannot be completed at this time.';

it.each([
  ['AccessDeniedException', MARKETPLACE, 'subscription_missing'],
  ['AccessDeniedException', UNPAID, 'payment_missing'],
  ['AccessDeniedException', 'User: arn:x is not authorized to perform: bedrock:InvokeModel', 'role_denied'],
  [
    'AccessDeniedException',
    "You don't have access to the model with the specified model ID.",
    'access_denied',
  ],
  [
    'AccessDeniedException',
    'You invoked an unsupported model or your request did not allow prompt caching.',
    'settings_unfit',
  ],
  [
    'ResourceNotFoundException',
    'Model use case details have not been submitted for this account.',
    'use_case_missing',
  ],
  ['ResourceNotFoundException', 'This model version has reached the end of its life.', 'model_retired'],
  ['ResourceNotFoundException', 'Access denied. This Model is marked by provider as Legacy', 'model_retired'],
  ['ResourceNotFoundException', 'Could not resolve the foundation model.', 'model_unknown'],
  [
    'ValidationException',
    'Invocation with on-demand throughput isn’t supported. Retry with an inference profile',
    'profile_needed',
  ],
  ['ValidationException', 'The provided model identifier is invalid.', 'model_unknown'],
  ['ValidationException', 'Operation not allowed', 'access_denied'],
  [
    'ValidationException',
    'The maximum tokens you requested exceeds the model limit of 8192.',
    'settings_unfit',
  ],
  ['ThrottlingException', 'Too many tokens per day, please wait before trying again.', 'quota_used_up'],
  ['ServiceQuotaExceededException', '', 'quota_used_up'],
])('%s with “%s” is the refusal %s', (name, message, code) => {
  expect(refusalOfException(name, message)).toBe(code);
});

it.each([
  ['ThrottlingException', 'Too many requests, please wait before trying again.'],
  ['ThrottlingException', 'Too many tokens, please wait before trying again.'],
  [
    'ValidationException',
    'The model returned the following errors: prompt is too long: 2 tokens > 1 maximum',
  ],
  ['ValidationException', "This model doesn't support documents."],
  ['ModelNotReadyException', ''],
  ['ModelTimeoutException', ''],
  ['InternalServerException', ''],
  ['ServiceUnavailableException', ''],
])('%s with “%s” is no refusal', (name, message) => {
  expect(refusalOfException(name, message)).toBeUndefined();
});

it.each([
  ['insufficient_quota null', 429, 'quota_used_up'],
  ['model_not_found invalid_request_error', 400, 'model_unknown'],
  ['access_denied permission_denied_error', 401, 'access_denied'],
  ['invalid_api_key permission_denied_error', 401, 'key_refused'],
  ['undefined undefined', 401, 'key_refused'],
  ['undefined undefined', 402, 'payment_missing'],
  ['undefined undefined', 404, 'model_unknown'],
  ['rate_limit_exceeded tokens', 429, undefined],
  ['403 undefined', 403, undefined],
  ['undefined undefined', 400, undefined],
  ['undefined undefined', 500, undefined],
] as const)('an endpoint’s “%s” with %i is the refusal %s', (codeAndType, status, code) => {
  expect(refusalOfEndpoint(codeAndType, status)).toBe(code);
});
