import * as routes from '#contract/support';
import { contactSupport } from '../domain/mail/contact-support.ts';
import { productName } from '../runtime/deployment-config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async contactSupport({ caller, body }) {
    const product = { productName: productName(), siteUrl: requireEnv(ENV.siteUrl) };
    return { message: await contactSupport(caller, body, product, Date.now()) };
  },
});
