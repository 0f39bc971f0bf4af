import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documents } from '../runtime/clients.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';

/** The client every store writes through, and the names of its tables. */
export const db = (): DynamoDBDocumentClient => documents();
export const chatsTable = (): string => requireEnv(ENV.chatsTable);
export const connectionsTable = (): string => requireEnv(ENV.connectionsTable);
export const usageTable = (): string => requireEnv(ENV.usageTable);
export const invitesTable = (): string => requireEnv(ENV.invitesTable);
export const waitlistTable = (): string => requireEnv(ENV.waitlistTable);
export const subscriptionsTable = (): string => requireEnv(ENV.subscriptionsTable);
export const auditTable = (): string => requireEnv(ENV.auditTable);
