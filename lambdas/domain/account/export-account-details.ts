/**
 * Gathers a user's export except the chats: id, e-mail address, name, creation time, plan, usage, names of the models, signed-in
 * devices, instructions, saved prompts, invitation and waitlist entry.
 */
import type { HttpResponse } from '#contract/http';
import { namesOf } from '../../models/model-names.ts';
import type { UserCaller } from '../../runtime/caller.ts';
import { models } from '../../runtime/deployment-config.ts';
import { openedAt } from '../../runtime/user-pool.ts';
import { readPlan } from '../../store/billing/subscriptions.ts';
import { readInstructions } from '../../store/instructions.ts';
import { listPrompts } from '../../store/saved-prompts.ts';
import { readRedemption } from '../../store/signup/invites.ts';
import { readWaitlistEntry } from '../../store/signup/waitlist.ts';
import { readDaysSince } from '../../store/usage/user-usage.ts';
import { normaliseEmail } from '../email-address.ts';
import { devicesOf } from './signed-in-devices.ts';

type Account = NonNullable<HttpResponse<'exportAccount'>['account']>;

type Person = Pick<UserCaller, 'owner' | 'email' | 'name'>;

export async function exportAccountDetails({ owner, email, name }: Person): Promise<Account> {
  const address = normaliseEmail(email);
  const [createdAt, subscription, usage, devices, instructions, prompts, redemption, entry] =
    await Promise.all([
      openedAt(owner),
      readPlan(owner, Date.now()),
      readDaysSince(owner, 0),
      devicesOf(owner, Date.now()),
      readInstructions(owner),
      listPrompts(owner),
      readRedemption(address),
      readWaitlistEntry(address),
    ]);
  return {
    owner,
    email,
    ...(name !== undefined && { name }),
    ...(createdAt !== undefined && { createdAt }),
    subscription,
    usage,
    models: models().map(namesOf),
    devices,
    instructions,
    prompts,
    ...(redemption && { invitation: { code: redemption.code, at: redemption.at } }),
    ...(entry && {
      waitlist: {
        joinedAt: entry.joinedAt,
        ...(entry.approvedAt !== undefined && { approvedAt: entry.approvedAt }),
      },
    }),
  };
}
