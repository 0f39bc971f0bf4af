import { contactSupport } from '#contract/support';
import { callApi } from '../../../lib/http.ts';

export interface Words {
  readonly subject: string;
  readonly message: string;
}

/** Sends a message to the operator; what the server says about it comes back. */
export const sendMessage = async (body: Words): Promise<string> =>
  (await callApi(contactSupport, { body })).message;
