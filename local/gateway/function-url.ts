import { isTooLarge } from '../lambda/payload-and-batch-limits.ts';
import { isThrottled } from '../lambda/throttling-error.ts';
import { BodyTooLarge, readBody } from '../read-request-body.ts';
import type { FunctionUrl, FunctionUrlOptions } from './gateway-types.ts';
import { httpEvent } from './http-event.ts';
import { sendJson, sendResult } from './http-response.ts';

/** Lambda's limit for the payload of a synchronous invocation. */
const PAYLOAD_MAX_BYTES = 6 * 1024 * 1024;

/** Emulates one Lambda function URL. Throws for CORS and for an AuthType other than NONE, which are not emulated. */
export function createFunctionUrl(options: FunctionUrlOptions): FunctionUrl {
  const { properties } = options;
  if (properties.AuthType !== 'NONE')
    throw new Error(`not emulated: function URL with ${properties.AuthType}`);
  if (properties.Cors !== undefined) throw new Error('not emulated: function URL with CORS');

  async function answer(...[request, response]: Parameters<FunctionUrl['handle']>): Promise<void> {
    const body = await readBody(request, PAYLOAD_MAX_BYTES);
    const event = httpEvent(request, body, {
      apiId: options.urlId,
      domainName: options.domainName,
      stage: '$default',
      routeKey: '$default',
      now: options.clock.now(),
    });
    const result = await options.invoke(properties.TargetFunctionArn, event);
    if (result.functionError !== undefined || !sendResult(response, result.payload))
      sendJson(response, 502, { message: 'Internal Server Error' });
  }

  return {
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (error instanceof BodyTooLarge || isTooLarge(error))
          return sendJson(response, 413, { message: 'Request Entity Too Large' });
        if (isThrottled(error)) return sendJson(response, 429, { Message: 'Rate Exceeded.' });
        options.log('function-url', String(error));
        if (!response.headersSent) sendJson(response, 500, { message: 'Internal Server Error' });
      });
    },
  };
}
