/** Signs users up, each from a fresh viewer address, and reads the invites, reservations and accounts that result. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mintCode } from '../../lambdas/domain/signup/invite-code.ts';
import {
  type InviteItem,
  inviteKey,
  redemptionOfKey,
  reservationKey,
} from '../../lambdas/store/signup/invite-rows-and-reads.ts';
import { ADMIN_ACCESS_KEY } from '../../local/iam/iam.ts';
import { ask, type HttpAnswer } from './https-request.ts';
import type { TestStack } from './stack.ts';

export const STRONG = 'violet harbour 7 lanterns';
const DAY_MS = 86_400_000;
let people = 0;

/** A viewer's address that no other test has used: all of 127/8 is this machine. */
export function freshAddress(): string {
  people += 1;
  return `127.1.${people >> 8}.${people & 255}`;
}
export const freshEmail = (): string => {
  people += 1;
  return `person-${people}@example.com`;
};
/** An address that no other test has used, with this many characters. */
export const freshEmailOf = (length: number): string => {
  const email = freshEmail();
  return `${'a'.repeat(length - email.length)}${email}`;
};

export type Answer = Pick<HttpAnswer, 'status' | 'text'>;

/** Posts from this viewer's address. */
export async function postFrom(
  stack: TestStack,
  path: string,
  body: unknown,
  localAddress = freshAddress(),
): Promise<Answer> {
  const { status, text } = await ask(stack.urls.site + path, 'POST', { body, localAddress });
  return { status, text };
}

export interface Person {
  readonly email?: string;
  readonly name?: string;
  readonly password?: string;
  readonly inviteCode: string;
}

/** Signs up. Makes up what `person` does not give, except the invite code. */
export const signUp = (stack: TestStack, person: Person, address?: string): Promise<Answer> =>
  postFrom(stack, '/signup', { email: freshEmail(), name: 'Any One', password: STRONG, ...person }, address);

export const codeOf = ({ text }: Answer): unknown => JSON.parse(text).code;

const invites = (stack: TestStack) => stack.inner.dynamodb.table('Invites');

export async function givenInvite(stack: TestStack, invite: Partial<InviteItem> = {}): Promise<string> {
  const now = stack.inner.clock.now();
  const item: InviteItem = {
    code: mintCode(),
    maxUses: 1,
    uses: 0,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 30 * DAY_MS).toISOString(),
    ...invite,
  };
  const Item = { ...inviteKey(item.code), ...item };
  await stack.inner.dynamodb.documents.send(new PutCommand({ TableName: invites(stack), Item }));
  return item.code;
}

/** Returns how often a code is used and held, and by which addresses. */
export async function usesOf(stack: TestStack, code: string) {
  const { documents } = stack.inner.dynamodb;
  const TableName = invites(stack);
  const { Item = {} } = await documents.send(new GetCommand({ TableName, Key: inviteKey(code) }));
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :redeemed)',
      ExpressionAttributeValues: { ':pk': inviteKey(code).pk, ':redeemed': 'REDEEMED#' },
    }),
  );
  return {
    uses: Number(Item.uses),
    holds: Object.keys(Item.holds ?? {}),
    redeemedBy: Items.map(({ email }) => String(email)),
  };
}

export async function codeOpenedBy(stack: TestStack, email: string): Promise<unknown> {
  const { documents } = stack.inner.dynamodb;
  const Key = redemptionOfKey(email);
  return (await documents.send(new GetCommand({ TableName: invites(stack), Key }))).Item?.code;
}

/** Stores the reservation of a sign-up under way. */
export async function givenReservation(stack: TestStack, email: string, seconds = 600) {
  const until = Math.floor(stack.inner.clock.now() / 1000) + seconds;
  const item = { email, code: 'AAAA-AAAA-AAAA', until, ticket: 'a ticket', ttl: until + 86_400 };
  const Item = { ...reservationKey(email), ...item };
  await stack.inner.dynamodb.documents.send(new PutCommand({ TableName: invites(stack), Item }));
  return item;
}

// The user pool

interface Ids {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
}
const idsOf = async (stack: TestStack): Promise<Ids> =>
  JSON.parse((await stack.http('GET', '/config.json')).text);

/** Calls Cognito's API: `Admin...` and `List...` with an operator's key, other actions unsigned, as anyone can. */
export async function cognito(
  stack: TestStack,
  action: string,
  input: (ids: Ids) => object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const isSigned = /^(?:Admin|List)/.test(action);
  const { status, text } = await ask(stack.urls.hostedUi, 'POST', {
    body: input(await idsOf(stack)),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      ...(isSigned && { authorization: `AWS4-HMAC-SHA256 Credential=${ADMIN_ACCESS_KEY}/local` }),
    },
  });
  return { status, body: JSON.parse(text || '{}') };
}

/** `UserStatus` of the address's account, undefined for none. */
export async function accountOf(stack: TestStack, email: string): Promise<string | undefined> {
  const { body } = await cognito(stack, 'AdminGetUser', ({ userPoolId }) => ({
    UserPoolId: userPoolId,
    Username: email,
  }));
  return body.UserStatus === undefined ? undefined : String(body.UserStatus);
}

/** Confirms the address with the code that was mailed last. Returns the HTTP status. */
export async function confirm(stack: TestStack, email: string): Promise<number> {
  const ConfirmationCode = stack.inner.mails.latestTo(email)?.code;
  const answer = await cognito(stack, 'ConfirmSignUp', ({ userPoolClientId }) => ({
    ClientId: userPoolClientId,
    Username: email,
    ConfirmationCode,
  }));
  return answer.status;
}
