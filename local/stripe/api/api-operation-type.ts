import type { Form } from '../parse-and-check-form-params.ts';
import type { State } from '../stripe-emulator-context.ts';

export interface Call {
  readonly state: State;
  readonly ids: readonly string[];
  readonly form: Form;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Name in the SDK, such as `customers.retrieve`. Tests use it to inject faults and to count calls. */
  readonly name: string;
  /** Reads all parameters before it changes anything, so that a call with a refused parameter changes nothing. */
  readonly run: (call: Call) => object;
}

export const operation = (
  name: string,
  method: Operation['method'],
  path: string,
  run: Operation['run'],
): Operation => ({ name, method, path, run });
