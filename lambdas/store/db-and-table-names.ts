import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { credentials, timeouts } from '../runtime/aws-client-settings.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { once } from '../runtime/once.ts';

/**
 * Milliseconds for one attempt of a call. Three attempts fit into the default timeout of a function, 10 s. Cognito's
 * triggers have a shorter timeout, and therefore shorter attempts (`ENV.attemptMaxMs`).
 */
const REQUEST_MS = 3_000;

export const db = once(() => {
  const client = new DynamoDBClient({ credentials, ...timeouts({ requestMs: REQUEST_MS }) });
  client.middlewareStack.add((next) => (args) => next(args).catch(retryConflicts), {
    step: 'finalizeRequest',
    priority: 'low',
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/**
 * Lets the SDK retry a write that DynamoDB refused because the item took part in a transaction at that moment. The
 * refused write had no effect.
 */
function retryConflicts(error: unknown): never {
  throw error instanceof TransactionConflictException ? Object.assign(error, { $retryable: {} }) : error;
}

export const chatsTable = (): string => requireEnv(ENV.chatsTable);
export const connectionsTable = (): string => requireEnv(ENV.connectionsTable);
export const usageTable = (): string => requireEnv(ENV.usageTable);
export const invitesTable = (): string => requireEnv(ENV.invitesTable);
export const waitlistTable = (): string => requireEnv(ENV.waitlistTable);
export const subscriptionsTable = (): string => requireEnv(ENV.subscriptionsTable);
export const searchTable = (): string => requireEnv(ENV.searchTable);
export const auditTable = (): string => requireEnv(ENV.auditTable);
