import { randomInt } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Cognito } from '../cognito/cognito.ts';
import type { Account } from './stack-interface.ts';
import type { StateFile } from './state-file.ts';

/** 32 characters, so 5 bits each. Leaves out I, O, 0 and 1, which are easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const INVITE_DAYS = 30;
const INVITE_USES = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Returns 60 random bits as a readable code, such as `ABCD-EFGH-JKLM`. */
function readableCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Creates a demo user and a demo administrator, or resets their names, Cognito groups and passwords. `state` keeps the
 * passwords of the first start.
 */
export async function seedAccounts(cognito: Cognito, state: StateFile): Promise<readonly Account[]> {
  const kept = state.load() as readonly Account[] | undefined; // only `save` below writes this state
  const accounts: readonly Account[] = kept ?? [
    { role: 'user', email: 'user@example.com', password: readableCode() },
    { role: 'admin', email: 'admin@example.com', password: readableCode() },
  ];
  for (const { role, email, password } of accounts) {
    const admin = role === 'admin';
    await cognito.createUser(email, password, {
      name: admin ? 'Demo Admin' : 'Demo User',
      groups: admin ? ['admins'] : [],
      // By default (`adminsNeedSecondFactor`), the admin console refuses an administrator without a second factor. The
      // local outbox shows the codes of the authenticator app.
      hasSecondFactor: admin,
    });
  }
  if (!kept) state.save(accounts);
  return accounts;
}

/**
 * Returns the invite code of the last start if it can still be used. Otherwise creates an invite for 100 sign-ups
 * within 30 days.
 */
export async function seedInvite(
  documents: DynamoDBDocumentClient,
  TableName: string,
  state: StateFile,
  now: number,
): Promise<string> {
  const known = state.load();
  if (typeof known === 'string' && (await isOpen(documents, TableName, known, now))) return known;
  const code = readableCode();
  const Item = {
    pk: `INVITE#${code}`,
    sk: 'INVITE',
    code,
    maxUses: INVITE_USES,
    uses: 0,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + INVITE_DAYS * DAY_MS).toISOString(),
    note: 'Made by npm start',
  };
  await documents.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }));
  // This item puts the invite into the operators' list of invites.
  const place = { pk: 'INVITES', sk: `${Item.createdAt}#${code}`, code };
  await documents.send(new PutCommand({ TableName, Item: place }));
  state.save(code);
  return code;
}

async function isOpen(documents: DynamoDBDocumentClient, TableName: string, code: string, now: number) {
  const Key = { pk: `INVITE#${code}`, sk: 'INVITE' };
  const { Item } = await documents.send(new GetCommand({ TableName, Key }));
  if (Item === undefined || Item.revokedAt !== undefined) return false;
  return Item.uses < Item.maxUses && Date.parse(Item.expiresAt) > now;
}
