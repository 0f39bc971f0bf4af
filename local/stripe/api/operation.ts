/** Types and a function by which the operations of Stripe's emulated API are declared. */
import type { Form } from '../params.ts';
import type { State } from '../stripe-state.ts';

export interface Call {
  readonly state: State;
  /** Values of the path's parameters, in order. */
  readonly ids: readonly string[];
  readonly form: Form;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with parameters, for example `/v1/customers/:id`. */
  readonly path: string;
  /** Name in the SDK, such as `customers.retrieve`. Tests use it to inject faults and to count calls. */
  readonly name: string;
  /**
   * Runs the call and returns the response's object. It reads all parameters before it changes anything, so that a call
   * with a refused parameter changes nothing.
   */
  readonly run: (call: Call) => object;
}

export const operation = (
  name: string,
  method: Operation['method'],
  path: string,
  run: Operation['run'],
): Operation => ({ name, method, path, run });
