import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket } from 'ws';
import { AwsError, accessKeyOf, wireError } from '../aws-json/aws-json-service.ts';
import type { Step } from '../faults/faults.ts';
import { BodyTooLarge, readBody } from '../read-request-body.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import type { SocketApiOptions } from './gateway-types.ts';
import { sendJson } from './http-response.ts';
import type { Connections, LiveConnection } from './socket-connections.ts';

/**
 * Largest message on a WebSocket, in either direction. https://docs.aws.amazon.com/general/latest/gr/apigateway.html
 */
export const MESSAGE_MAX_BYTES = 128 * 1024;

/**
 * Answers a call of API Gateway's `@connections` API, with which functions send a frame, or look up or close a
 * connection. Any other path gets API Gateway's 403.
 */
export async function manageConnection(
  options: SocketApiOptions,
  connections: Connections,
  send: (connection: LiveConnection, text: string) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, stage, collection, encodedId] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (stage !== options.stage.StageName || collection !== '@connections' || encodedId === undefined)
    return fail(response, 403, 'ForbiddenException', 'Forbidden');
  const connectionId = decodedId(encodedId);
  if (connectionId === undefined) return fail(response, 400, 'BadRequestException', 'Bad Request');
  const accessKeyId = accessKeyOf(request.headers.authorization);
  if (accessKeyId === undefined)
    return fail(response, 403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  const path = `${options.apiId}/${stage}/${request.method}/@connections/${connectionId}`;
  try {
    const resource = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${path}`;
    options.authorize(accessKeyId, 'execute-api:ManageConnections', resource);
  } catch (error) {
    return fail(response, 403, 'AccessDeniedException', error instanceof Error ? error.message : 'Forbidden');
  }
  let body: Buffer;
  try {
    body = await readBody(request, MESSAGE_MAX_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return fail(response, 413, 'PayloadTooLargeException', 'Message too long');
    throw error;
  }
  const step: Step = {
    service: 'connections',
    action: ACTIONS[request.method ?? ''] ?? 'GetConnection',
    caller: options.callerOf?.(accessKeyId),
    request: () => `${connectionId} ${body}`,
  };
  const manage = () => act(connections.get(connectionId));
  try {
    const answer = await (options.faults ? options.faults.around(step, manage) : manage());
    answer();
  } catch (error) {
    const { status, code, message } = wireError(error);
    fail(response, status, code, message);
  }

  /**
   * Carries out the call. Returns a function that sends the response, because a fault may strike after the call and
   * before the response.
   */
  function act(connection: LiveConnection | undefined): () => void {
    // A closing connection may still be in `connections`, until the client has answered the close frame.
    if (connection?.socket.readyState !== WebSocket.OPEN) throw new AwsError('GoneException', 'Gone', 410);
    if (request.method === 'POST') {
      connection.lastActiveAt = options.clock.now();
      send(connection, body.toString('utf8'));
      return () => response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      connection.socket.close(1000, 'Connection Closed Normally');
      connections.remove(connection.facts.connectionId);
      return () => response.writeHead(204).end();
    }
    return () => describe(connection, response);
  }
}

/** Returns undefined for a malformed percent-encoding. */
function decodedId(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const ACTIONS: Readonly<Record<string, string>> = { POST: 'PostToConnection', DELETE: 'DeleteConnection' };

function describe({ facts, lastActiveAt }: LiveConnection, response: ServerResponse): void {
  sendJson(response, 200, {
    connectedAt: new Date(facts.connectedAt).toISOString(),
    lastActiveAt: new Date(lastActiveAt).toISOString(),
    identity: { sourceIp: facts.sourceIp, userAgent: facts.userAgent ?? '' },
  });
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { message }, { 'x-amzn-errortype': type });
}
