/** Serves Cognito's JSON APIs. The header `x-amz-target` names the call. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessKeyOf } from '../aws-json/aws-json-service.ts';
import { ServiceFault } from '../faults/faults.ts';
import { readBody } from '../read-request-body.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import { adminActions } from './api-admin.ts';
import { selfActions } from './api-signed-in-user.ts';
import { type Action, publicActions } from './api-unauthenticated.ts';
import type { SignIn } from './check-password-or-code.ts';
import type { Core } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import { CORS } from './cors.ts';
import { identityActions } from './identity-pool.ts';
import { Params } from './json-request-params.ts';
import { createPasswordFlow } from './password-sign-in-and-challenges.ts';

const BODY_MAX_BYTES = 256 * 1024;

export function createJsonApi(core: Core, signIn: SignIn) {
  const flow = createPasswordFlow(core, signIn);
  const open: Record<string, Action> = { ...publicActions(core, flow), ...selfActions(core) };
  const admin = adminActions(core, flow);
  const identity = identityActions(core);

  async function run(target: string, request: IncomingMessage): Promise<object> {
    const action = target.split('.')[1] ?? '';
    const body = parsed((await readBody(request, BODY_MAX_BYTES)).toString('utf8') || '{}');
    const params = new Params(body);
    return around(core, request, action, body, () => answer(target, request, params));
  }

  async function answer(target: string, request: IncomingMessage, params: Params): Promise<object> {
    const [service = '', action = ''] = target.split('.');
    const unsigned = actionOf(service === 'AWSCognitoIdentityService' ? identity : open, action);
    if (unsigned !== undefined) return unsigned(params);
    const signed = service === 'AWSCognitoIdentityProviderService' ? actionOf(admin, action) : undefined;
    if (signed === undefined) throw new CognitoError('UnknownOperationException', `not emulated: ${target}`);
    checkCaller(core, request, action, params);
    return signed(params);
  }

  return (target: string, request: IncomingMessage, response: ServerResponse): void => {
    const headers = {
      ...CORS,
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-requestid': randomUUID(),
    };
    run(target, request).then(
      (result) => response.writeHead(200, headers).end(JSON.stringify(result)),
      (error: unknown) => {
        const struck = error instanceof ServiceFault;
        const known = struck || error instanceof CognitoError;
        if (!known) core.options.log('cognito', `${target}: ${String(error)}`);
        const type = known ? error.name : 'InternalErrorException';
        const message = known ? error.message : 'Something went wrong';
        response
          .writeHead(struck ? error.status : known ? 400 : 500, {
            ...headers,
            'x-amzn-errortype': `${type}:`,
            'x-amzn-errormessage': ascii(message),
          })
          .end(JSON.stringify({ __type: type, message }));
      },
    );
  };
}

/** Finds an action by its name. A member that every object has, such as `constructor`, is no action. */
const actionOf = (actions: Readonly<Record<string, Action>>, name: string): Action | undefined =>
  Object.hasOwn(actions, name) ? actions[name] : undefined;

/** Throws SerializationException for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CognitoError('SerializationException', 'The request body is not valid JSON');
  }
}

function around(
  { options }: Core,
  request: IncomingMessage,
  action: string,
  body: unknown,
  run: () => Promise<object>,
): Promise<object> {
  if (!options.faults) return run();
  const accessKeyId = accessKeyOf(request.headers.authorization);
  const caller = accessKeyId === undefined ? undefined : options.callerOf?.(accessKeyId);
  const step = { service: 'cognito', action, caller, request: () => JSON.stringify(body) } as const;
  return options.faults.around(step, run);
}

/** Throws AccessDeniedException unless the caller's role allows the action on the pool. */
function checkCaller(core: Core, request: IncomingMessage, action: string, params: Params): void {
  const accessKeyId = accessKeyOf(request.headers.authorization);
  if (accessKeyId === undefined)
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  const resource = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${params.text('UserPoolId')}`;
  try {
    core.options.authorize(accessKeyId, `cognito-idp:${action}`, resource);
  } catch (error) {
    throw new CognitoError('AccessDeniedException', error instanceof Error ? error.message : 'Access denied');
  }
  core.pool(params.text('UserPoolId'));
}

/** Replaces characters for which Node throws in a header value, such as a line break in a trigger's error. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');
