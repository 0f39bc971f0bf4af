import type { HttpResponse } from '#contract/http-calls';
import { namesOf } from '../../models/model-names-for-clients.ts';
import type { UserCaller } from '../../runtime/caller.ts';
import { models } from '../../runtime/deployment-config.ts';
import { openedAt } from '../../runtime/user-pool-users.ts';
import { readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { listFeedbackOf } from '../../store/feedback.ts';
import { readInstructions } from '../../store/instructions.ts';
import { readProjectContext } from '../../store/project-context.ts';
import { listProjects } from '../../store/projects.ts';
import { listPrompts } from '../../store/saved-prompts.ts';
import { listShares } from '../../store/shares/shares.ts';
import { readRedemption } from '../../store/signup/invite-rows-and-reads.ts';
import { readWaitlistEntry } from '../../store/signup/waitlist.ts';
import { readDaysSince } from '../../store/usage/read-usage-days.ts';
import { normaliseEmail } from '../email-address.ts';
import { toFileInfo } from '../files/convert-file-items.ts';
import { describeShare } from '../shares/manage-shares.ts';
import { devicesOf } from './signed-in-devices.ts';

type Account = NonNullable<HttpResponse<'exportAccount'>['account']>;

const READS_AT_ONCE = 20;

type Person = Pick<UserCaller, 'owner' | 'email' | 'name'>;

export async function exportAccountDetails({ owner, email, name }: Person): Promise<Account> {
  const address = normaliseEmail(email);
  const [
    createdAt,
    subscription,
    usage,
    devices,
    instructions,
    prompts,
    projects,
    shares,
    feedback,
    redemption,
    entry,
  ] = await Promise.all([
    openedAt(owner),
    readPlan(owner, Date.now()),
    readDaysSince(owner, 0),
    devicesOf(owner, Date.now()),
    readInstructions(owner),
    listPrompts(owner),
    projectsOf(owner),
    listShares(owner),
    listFeedbackOf(owner, Date.now()),
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
    projects,
    shares: shares.map(describeShare),
    feedback,
    ...(redemption && { invitation: { code: redemption.code, at: redemption.at } }),
    ...(entry && {
      waitlist: {
        joinedAt: entry.joinedAt,
        ...(entry.approvedAt !== undefined && { approvedAt: entry.approvedAt }),
      },
    }),
  };
}

async function projectsOf(owner: string): Promise<NonNullable<Account['projects']>> {
  const found: NonNullable<Account['projects']> = [];
  const projects = await listProjects(owner);
  for (let from = 0; from < projects.length; from += READS_AT_ONCE)
    found.push(...(await Promise.all(projects.slice(from, from + READS_AT_ONCE).map(withContext))));
  return found;

  async function withContext(project: (typeof projects)[number]) {
    if (project.hasInstructions !== true) return project;
    const { text, files } = await readProjectContext(owner, project.projectId);
    return {
      ...project,
      ...(text !== '' && { instructions: text }),
      ...(files.length > 0 && { files: files.map((file) => toFileInfo(file)) }),
    };
  }
}
