/** Form in which the calls of the API are declared. */
import type { Form } from '../params.ts';
import type { State } from '../state.ts';

export interface Call {
  readonly state: State;
  /** Ids of the path, in its order. */
  readonly ids: readonly string[];
  readonly form: Form;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** For example `/v1/customers/:id`. */
  readonly path: string;
  /** As the SDK calls it: `customers.retrieve`. Faults and counts go by it. */
  readonly name: string;
  /** The object that is answered. Parameters are read before anything changes. */
  readonly run: (call: Call) => object;
}

export const operation = (
  name: string,
  method: Operation['method'],
  path: string,
  run: Operation['run'],
): Operation => ({ name, method, path, run });
