import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, accessKeyIn, wireError } from '../aws-json/aws-json-service.ts';
import type { Step } from '../faults/faults.ts';
import type { AccountApiOptions } from './account-api-options.ts';

export interface RestCall {
  readonly action: string;
  /** Pattern of the path. The first group captures the `id`. If the pattern has no group, the `id` is ''. */
  readonly path: RegExp;
  /** Returns the ARN of the resource that the call reads, for the check of permissions. @default `*` */
  readonly resource?: (id: string) => string;
  readonly answer: (id: string) => object;
}

export interface RestService {
  /** Name in rules for injected faults (`local/faults`), and prefix of IAM actions. */
  readonly service: Step['service'];
  /** Returns the IAM action that a call needs, without the prefix. @default the call's own name */
  readonly right?: (action: string) => string;
  readonly calls: readonly RestCall[];
}

/** Serves GET calls of AWS's REST JSON protocol. */
export function restJsonService(
  { service, right = (action) => action, calls }: RestService,
  { authorize, faults }: Pick<AccountApiOptions, 'authorize' | 'faults'>,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
    try {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const call = request.method === 'GET' ? calls.find((one) => one.path.test(path)) : undefined;
      if (!call)
        throw new AwsError(
          'UnknownOperationException',
          `${service}'s ${request.method} ${path} is not emulated`,
          404,
        );
      const id = decodeURIComponent(call.path.exec(path)?.[1] ?? '');
      const key = accessKeyIn(request.headers.authorization);
      const answer = await faults.around({ service, action: call.action, request: () => path }, () => {
        authorize(key, `${service}:${right(call.action)}`, call.resource?.(id) ?? '*');
        return call.answer(id);
      });
      response.writeHead(200, headers).end(JSON.stringify(answer));
    } catch (error) {
      const { code, status, message } = wireError(error);
      response
        .writeHead(code === 'AccessDeniedException' ? 403 : status, { ...headers, 'x-amzn-errortype': code })
        .end(JSON.stringify({ message }));
    }
  };
}
