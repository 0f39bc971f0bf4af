/** Errors of Stripe's API, as the local stand-in for Stripe sends them. https://docs.stripe.com/api/errors */

export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly param?: string;
  readonly message: string;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const invalid = (status: number, rest: Omit<ErrorBody, 'type'>): StripeRefusal =>
  new StripeRefusal(status, { type: 'invalid_request_error', ...rest });

export const badRequest = (message: string, param?: string, code?: string): StripeRefusal =>
  invalid(400, { message, ...(param !== undefined && { param }), ...(code !== undefined && { code }) });

/** `kind` is the word for the object in Stripe's message, for example `customer`. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeRefusal =>
  invalid(404, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` });

export const wrongKey = (given: string): StripeRefusal =>
  invalid(401, {
    message:
      given === ''
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`,
  });

/** The message names the stand-in, so that a developer does not mistake the error for one of Stripe's. */
export const notEmulated = (what: string): StripeRefusal =>
  invalid(501, { message: `The Stripe stand-in does not emulate ${what}` });

export const keyReused = (key: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const keyInUse = (key: string): StripeRefusal =>
  new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key: ${key}.`,
  });
