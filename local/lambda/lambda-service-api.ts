/** Emulates Invoke, ListFunctions, GetAccountSettings and GetFunctionConcurrency of Lambda's HTTP API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsError, accessKeyIn, wireError } from '../aws-json/aws-json-service.ts';
import type { Authorize } from '../emulator-types.ts';
import type { Faults, Step } from '../faults/faults.ts';
import type { AsyncInvocations } from './async-invocations.ts';
import type { Pool } from './execution-environment-pool.ts';

export interface LambdaApiOptions {
  readonly pool: Pool;
  readonly events: AsyncInvocations;
  readonly authorize: Authorize;
  readonly faults: Faults;
  /** Returns the name of the function that has this access key; undefined for other callers. */
  readonly callerOf: (accessKeyId: string) => string | undefined;
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html */
const LIST = /^\/2015-03-31\/functions\/?(?:\?|$)/;
/** https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html */
const SETTINGS = /^\/2016-08-19\/account-settings\/?$/;
/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionConcurrency.html */
const CONCURRENCY = /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/;
const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

export function createLambdaApi(options: LambdaApiOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (request.method === 'GET' && LIST.test(request.url ?? '')) await list(options, request, response);
      else if (request.method === 'GET' && SETTINGS.test(request.url ?? ''))
        await settings(options, request, response);
      else if (request.method === 'GET' && CONCURRENCY.test(request.url ?? ''))
        await reservation(options, request, response);
      else await invoke(options, request, response);
    } catch (error) {
      const { code, status, message } = wireError(error);
      response
        .writeHead(code === 'AccessDeniedException' ? 403 : status, {
          'content-type': 'application/json',
          'x-amzn-errortype': code,
        })
        .end(JSON.stringify({ Type: 'User', message, Message: message }));
    }
  };
}

async function list(
  { pool, authorize, faults }: LambdaApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const Functions = await faults.around({ service: 'lambda', action: 'ListFunctions' }, () => {
    authorize(accessKeyIn(request.headers.authorization), 'lambda:ListFunctions', '*');
    return pool.functions().map(({ name, arn, environment, logGroup }) => ({
      FunctionName: name,
      FunctionArn: arn,
      Environment: { Variables: environment },
      LoggingConfig: { LogFormat: 'Text', LogGroup: logGroup },
    }));
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ Functions }));
}

async function settings(
  { pool, authorize, faults }: LambdaApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await faults.around({ service: 'lambda', action: 'GetAccountSettings' }, () => {
    authorize(accessKeyIn(request.headers.authorization), 'lambda:GetAccountSettings', '*');
    const reserved = pool
      .functions()
      .reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);
    const ConcurrentExecutions = pool.concurrency();
    const UnreservedConcurrentExecutions = ConcurrentExecutions - reserved;
    return {
      AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions },
      AccountUsage: { FunctionCount: pool.functions().length },
    };
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

async function reservation(
  { pool, authorize, faults }: LambdaApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = decodeURIComponent(CONCURRENCY.exec(request.url ?? '')?.[1] ?? '');
  const answer = await faults.around({ service: 'lambda', action: 'GetFunctionConcurrency' }, () => {
    const { arn, reservedConcurrency } = pool.find(name);
    authorize(accessKeyIn(request.headers.authorization), 'lambda:GetFunctionConcurrency', arn);
    return { ReservedConcurrentExecutions: reservedConcurrency };
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

async function invoke(
  { pool, events, authorize, faults, callerOf }: LambdaApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = INVOKE.exec(request.url?.split('?')[0] ?? '')?.[1];
  if (request.method !== 'POST' || name === undefined)
    throw new AwsError(
      'UnknownOperationException',
      `Lambda's ${request.method} ${request.url} is not emulated`,
      404,
    );
  const accessKeyId = accessKeyIn(request.headers.authorization);
  const body = (await buffer(request)).toString();
  const caller = callerOf(accessKeyId);
  const step: Step = { service: 'lambda', action: 'Invoke', caller, request: () => `${name} ${body}` };
  const spec = () => {
    const found = pool.find(decodeURIComponent(name));
    authorize(accessKeyId, 'lambda:InvokeFunction', found.arn);
    return found;
  };
  const event: unknown = JSON.parse(body || 'null');
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'Event') {
    await faults.around(step, () => events.accept(spec().name, event));
    response.writeHead(202).end();
  } else if (type === 'RequestResponse') {
    const { payload, functionError } = await faults.around(step, () => pool.invoke(spec().name, event));
    const headers = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
    response
      .writeHead(200, functionError ? { ...headers, 'x-amz-function-error': functionError } : headers)
      .end(JSON.stringify(payload));
  } else throw new AwsError('InvalidParameterValueException', `Invocation type ${type} is not emulated`);
}
