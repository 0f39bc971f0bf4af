/** Options of a stack, and the stack itself. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReplySource } from '../bedrock/index.ts';
import type { NewUser, Tokens } from '../cognito/index.ts';
import type { Change, Stats } from '../dynamodb/index.ts';
import type { Faults, MovableClock } from '../faults/index.ts';
import type { OpenConnection } from '../gateway/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { LiveFiles } from '../site/index.ts';
import type { StripeControls } from '../stripe/index.ts';
import type { Invoke, Log } from '../types.ts';

export interface StackOptions {
  /** Folder of the synthesized assembly. */
  readonly assembly: string;
  /** Port of the site; the other servers take the ports after it where those are free. @default 0: any free ports */
  readonly port?: number;
  /** Folder of everything that outlives the process. @default memory */
  readonly dataDir?: string;
  /** Folder of the certificates. @default within `dataDir` */
  readonly certificatesDir?: string;
  /** Asked first; the site's deployed files answer the rest. @default none */
  readonly liveFiles?: LiveFiles;
  /** @default the demo model, without pauses */
  readonly source?: ReplySource;
  /** Pauses before an asynchronous invocation is tried again, in milliseconds of the clock. @default as on AWS */
  readonly retryDelaysMs?: readonly number[];
  /** @default new */
  readonly faults?: Faults;
  /** @default new */
  readonly clock?: MovableClock;
  /** @default silent */
  readonly log?: Log;
}

export interface Urls {
  /** The product: `https://localhost:<port>`. */
  readonly site: string;
  /** The Cognito APIs and the hosted UI. */
  readonly hostedUi: string;
  readonly outbox: string;
  /** By the function's physical name. */
  readonly functionUrls: Readonly<Record<string, string>>;
  /** The HTTP API itself, behind the site. */
  readonly httpApi: string;
  /** The socket API's stage itself, behind the site: `wss://.../socket`. */
  readonly socketApi: string;
  /** DynamoDB, Lambda and SES, for an operator's commands. */
  readonly dynamodb: string;
  readonly lambda: string;
  readonly mail: string;
  readonly secrets: string;
  /** SQS, CloudWatch Logs, and the refusal of every other service. */
  readonly otherServices: string;
  /** Stripe's stand-in, with its pages; only where the templates use Stripe. */
  readonly stripe?: string;
}

export interface Account {
  readonly role: 'user' | 'admin';
  readonly email: string;
  readonly password: string;
}

export interface LogLine {
  readonly source: string;
  readonly text: string;
  /** Milliseconds, by the stack's clock. */
  readonly at: number;
}

export interface StackDynamoDb {
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
  /** The physical name of the one table whose name contains the text. */
  table(namePart: string): string;
  /** Calls of the product since the last reset; those of `client` and `documents` do not count. */
  stats(): Stats;
  resetStats(): void;
  /** Deletes what has expired. */
  sweep(): Promise<number>;
  /** Tells of every change in a table that has a stream, as it is made, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void;
}

export interface Stack {
  readonly urls: Urls;
  readonly accounts: readonly Account[];
  readonly inviteCode: string;
  /** Certificate that signed those of the `https:` addresses. */
  readonly caFile: string;
  /** Variables with which an operator's shell, the AWS CLI and the SDKs call the stack as an administrator. */
  readonly operator: Readonly<Record<string, string>>;
  /** Outputs of the templates' stacks, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly dynamodb: StackDynamoDb;
  readonly faults: Faults;
  readonly clock: MovableClock;
  readonly invoke: Invoke;
  /** Lines that functions wrote and emulators noted, newest last (the last 10,000). */
  readonly logs: readonly LogLine[];
  readonly mails: Pick<Outbox, 'messages' | 'latestTo'>;
  /** Confirmed user. Returns its sub. */
  createUser(email: string, password: string, user?: NewUser): Promise<string>;
  tokensFor(email: string): Promise<Tokens>;
  /** Signs a token with these claims by a pool's key, be it the product's pool or another one. */
  signToken(poolId: string, claims: Readonly<Record<string, unknown>>): string;
  readonly sockets: {
    connections(): readonly OpenConnection[];
    closeConnection(connectionId: string, code?: number, reason?: string): boolean;
    dropConnection(connectionId: string): boolean;
  };
  readonly functions: {
    /** Physical names. */
    names(): readonly string[];
    /** Source file of each function, by its physical name, where the templates tell it. */
    entries(): Readonly<Record<string, string>>;
    /** Replaces the code of a function by that of a folder. A running invocation ends with the code that it began with. */
    updateCode(name: string, dir: string): void;
    /** Ends the processes of functions whose name contains the text. */
    kill(namePart: string): void;
    /** Moves the clock on, also that of running functions. Resolves when each of them has noticed. */
    passTime(ms: number): Promise<void>;
    /** Limits the invocations that run at the same time in the whole account, from now on. @default no limit */
    limitConcurrency(invocations?: number): void;
    /** Invocations that have begun and not ended. */
    running(): number;
    /** Asynchronous invocations that have not ended. */
    pendingEvents(): number;
    /** Number of events and queued messages whose next try is due now; the others wait for the clock. */
    due(): number;
    /** Resolves when the consumers of tables' streams have taken in, or given up, every change so far. */
    streamsSettled(): Promise<void>;
    /** From now on every asynchronous invocation is delivered this many times. */
    deliverEventsTimes(times: number): void;
    /** Bodies of messages in the one queue whose name contains the text. */
    queue(namePart: string): readonly string[];
  };
  readonly iam: {
    readonly denied: readonly { readonly role: string; readonly action: string; readonly resource: string }[];
    /** Takes an action from the roles whose name contains the text. */
    revoke(rolePart: string, action: string): void;
  };
  /** Stripe's stand-in. Throws where the templates do not use Stripe. */
  readonly stripe: StripeControls;
  /** Ends functions, listeners and the database. */
  close(): Promise<void>;
}
