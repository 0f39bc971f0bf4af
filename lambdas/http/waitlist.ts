import * as routes from '#contract/join-waitlist';
import { waitlistMail } from '../domain/mail/waitlist-and-signup-mails.ts';
import { joinWaitlist } from '../domain/signup/join-waitlist.ts';
import { productName } from '../runtime/deployment-config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { visitorHandler } from '../runtime/http-handler.ts';
import { mailConfig, sendMail } from '../runtime/send-mail.ts';

export const handler = visitorHandler(routes, {
  joinWaitlist: ({ body, caller }) =>
    joinWaitlist(body.email, caller, Date.now(), mailConfig()?.confirmWaitlist ? confirm : undefined),
});

const confirm = (to: string) =>
  sendMail({ to, ...waitlistMail({ productName: productName(), siteUrl: requireEnv(ENV.siteUrl) }) });
