/** Operators' calls, with the waitlist entries, invites and audit records that tests of them need. */
import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditRecord } from '#contract/admin';
import { type HttpCall, type HttpResponse, http } from '#contract/http-calls';
import type { WaitlistStatus } from '#contract/join-waitlist';
import {
  type InviteItem,
  inviteKey,
  inviteListKey,
} from '../../lambdas/store/signup/invite-rows-and-reads.ts';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../../lambdas/store/signup/waitlist.ts';
import { freshEmail, givenInvite } from './sign-up.ts';
import type { TestStack, TestUser } from './stack.ts';

export const givenAdmin = (stack: TestStack): Promise<TestUser> => stack.givenUser({ groups: ['admins'] });

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Makes any HTTP call of the contract as the user, and returns the raw answer. */
export function askAs(
  stack: TestStack,
  { token }: Pick<TestUser, 'token'>,
  call: HttpCall,
  input: Input = {},
) {
  const { method, path } = http[call];
  const { params = {}, query = {}, body } = input;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return stack.http(method, search ? `${filled}?${search}` : filled, {
    token,
    ...(body !== undefined && { body }),
  });
}

/** The answer of a call that must succeed, checked against the contract. */
export async function callAs<C extends HttpCall>(
  stack: TestStack,
  as: Pick<TestUser, 'token'>,
  call: C,
  input: Input = {},
): Promise<HttpResponse<C>> {
  const { status, text } = await askAs(stack, as, call, input);
  if (status !== 200) throw new Error(`${call} answered ${status}: ${text}`);
  return http[call].response.parse(JSON.parse(text)) as HttpResponse<C>; // the call's own response
}

let waiting = 0;

/** Stores a waitlist entry as joining or approving leaves it. Each entry is a minute younger than the one before. */
export async function givenEntry(stack: TestStack, email = freshEmail(), status: WaitlistStatus = 'waiting') {
  waiting += 1;
  const joinedAt = new Date(Date.UTC(2026, 0, 1) + waiting * 60_000).toISOString();
  const entry: WaitlistItem = {
    ...{ email, joinedAt, status },
    ...(status === 'approved' && { approvedAt: joinedAt }),
  };
  const { documents, table } = stack.inner.dynamodb;
  for (const key of [waitlistKey(email), waitlistQueueKey(entry)])
    await documents.send(new PutCommand({ TableName: table('Waitlist'), Item: { ...key, ...entry } }));
  return email;
}

/** Everything in the waitlist's table about that address. */
export async function rowsOf(stack: TestStack, email: string) {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Waitlist') }));
  return Items.filter((item) => item.email === email).toSorted((a, b) => a.pk.localeCompare(b.pk));
}

/** Stores an invite and its row in the operators' list. Returns the code. */
export async function givenListedInvite(stack: TestStack, invite: Partial<InviteItem> = {}): Promise<string> {
  const createdAt = invite.createdAt ?? new Date(stack.inner.clock.now()).toISOString();
  const code = await givenInvite(stack, { ...invite, createdAt });
  const { documents, table } = stack.inner.dynamodb;
  const Item = { ...inviteListKey({ code, createdAt }), code };
  await documents.send(new PutCommand({ TableName: table('Invites'), Item }));
  return code;
}

/** Returns the codes of all invites for this address. */
export async function invitesFor(stack: TestStack, email: string): Promise<string[]> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Invites') }));
  return Items.filter((item) => item.sk === 'INVITE' && item.email === email).map(({ code }) => String(code));
}

export async function storedInvite(stack: TestStack, code: string) {
  const { documents, table } = stack.inner.dynamodb;
  const { Item } = await documents.send(
    new GetCommand({ TableName: table('Invites'), Key: inviteKey(code) }),
  );
  return Item;
}

/** Returns the actor's audit records of this month, oldest first. */
export async function recordsOf(stack: TestStack, actor: string): Promise<Omit<AuditRecord, 'id'>[]> {
  const { documents, table } = stack.inner.dynamodb;
  const month = new Date(stack.inner.clock.now()).toISOString().slice(0, 7);
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Audit'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `MONTH#${month}` },
    }),
  );
  return (Items as AuditRecord[]).filter((item) => item.actor === actor); // as the product stored them
}

export const mailsTo = (stack: TestStack, email: string) =>
  stack.inner.mails.messages().filter(({ to }) => to === email);
