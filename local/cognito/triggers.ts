import { invokeWithin } from '../gateway/invoke-within.ts';
import { isRecord } from '../is-record.ts';
import { REGION } from '../region-and-account.ts';
import type { Core, User } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import type { LambdaConfig } from './cognito-types.ts';

/** Milliseconds that Cognito waits for a trigger. */
const TRIGGER_MS = 5_000;

export type TriggerName = Exclude<keyof LambdaConfig, 'PreTokenGenerationConfig'>;

export interface TriggerCall {
  readonly name: TriggerName;
  readonly source: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly user: User;
  readonly request?: object;
  readonly response?: Record<string, unknown>;
}

/**
 * Runs a pool's Lambda trigger. Returns the event's `response`, or `call.response` if the pool has no such trigger.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-identity-pools-working-with-aws-lambda-triggers.html
 * @throws CognitoError UserLambdaValidationException when the function fails, UnexpectedLambdaException when it is too
 * slow, InvalidLambdaResponseException when it returns no response
 */
export async function runTrigger(core: Core, call: TriggerCall): Promise<Record<string, unknown>> {
  const { name, source, poolId, clientId, user, response = {} } = call;
  const { arn, version } = triggerOf(core.pool(poolId).LambdaConfig ?? {}, name);
  if (arn === undefined) return response;
  const event = {
    version,
    region: REGION,
    userPoolId: poolId,
    userName: user.sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    triggerSource: source,
    request: { userAttributes: attributesFor(name, user), ...call.request },
    response,
  };
  const result = await invokeWithin(core.options.invoke, arn, event, TRIGGER_MS);
  if (result === 'late')
    throw new CognitoError(
      'UnexpectedLambdaException',
      `${name} invocation failed due to error Socket timeout while invoking Lambda function.`,
    );
  if (result.functionError !== undefined) {
    const message = isRecord(result.payload) ? String(result.payload.errorMessage) : 'Unknown';
    throw new CognitoError('UserLambdaValidationException', `${name} failed with error ${message}.`);
  }
  if (!isRecord(result.payload) || !isRecord(result.payload.response))
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  return result.payload.response;
}

function triggerOf(config: LambdaConfig, name: TriggerName): { arn: string | undefined; version: string } {
  const { PreTokenGenerationConfig: generation } = config;
  if (name === 'PreTokenGeneration' && generation !== undefined)
    return { arn: generation.LambdaArn, version: generation.LambdaVersion.replace(/^V(\d)_0$/, '$1') };
  return { arn: config[name], version: '1' };
}

/** PreSignUp gets no `sub` and no status, because the user does not exist yet. */
function attributesFor(name: TriggerName, user: User): Record<string, string> {
  if (name === 'PreSignUp') return user.attributes;
  return { sub: user.sub, 'cognito:user_status': user.status, email_verified: 'false', ...user.attributes };
}
