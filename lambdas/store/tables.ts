import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { credentials, timeouts } from '../runtime/aws-clients.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { once } from '../runtime/once.ts';

/**
 * Milliseconds for one attempt of a call. Three attempts fit the shortest timeout of a function. DynamoDB normally
 * answers in a few milliseconds.
 */
const REQUEST_MS = 3_000;

/** Client of all stores. The functions below return the names of the tables. */
export const db = once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ credentials, ...timeouts({ requestMs: REQUEST_MS }) }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);
export const chatsTable = (): string => requireEnv(ENV.chatsTable);
export const connectionsTable = (): string => requireEnv(ENV.connectionsTable);
export const usageTable = (): string => requireEnv(ENV.usageTable);
export const invitesTable = (): string => requireEnv(ENV.invitesTable);
export const waitlistTable = (): string => requireEnv(ENV.waitlistTable);
export const subscriptionsTable = (): string => requireEnv(ENV.subscriptionsTable);
export const searchTable = (): string => requireEnv(ENV.searchTable);
export const auditTable = (): string => requireEnv(ENV.auditTable);
