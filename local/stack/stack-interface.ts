import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TakenName } from '../assembly/assembly.ts';
import type { AccountSettings } from '../aws-account-apis/account-apis-exports.ts';
import type { ReplySource } from '../bedrock/bedrock.ts';
import type { LiveFiles } from '../cloudfront/cloudfront.ts';
import type { NewUser, Tokens } from '../cognito/cognito.ts';
import type { Change, Stats } from '../dynamodb/dynamodb.ts';
import type { Invoke, Log } from '../emulator-types.ts';
import type { Faults, MovableClock } from '../faults/faults.ts';
import type { OpenConnection } from '../gateway/gateway-exports.ts';
import type { FunctionUsage } from '../lambda/lambda-exports.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { S3 } from '../s3/s3.ts';
import type { StripeControls } from '../stripe/stripe.ts';

export interface StackOptions {
  readonly assembly: string;
  /**
   * Port of the site. The start fails if this port is in use. The other servers take the next ports, or any free port
   * if theirs is in use. @default 0: each server takes any free port
   */
  readonly port?: number;
  /** Folder of all data that survives a restart. @default no data survives */
  readonly dataDir?: string;
  /** Folder of the certificates. @default `certificates` in `dataDir`, or in a temporary folder without `dataDir` */
  readonly certificatesDir?: string;
  /**
   * True to keep the functions' idle child processes when the stack closes. The next stack in this program with the
   * same certificates uses these processes. @default false
   */
  readonly keepsProcesses?: boolean;
  /** Files that the site serves in preference to the deployed files. @default none */
  readonly liveFiles?: LiveFiles;
  /** Source of the models' replies. @default the demo model, without pauses */
  readonly source?: ReplySource;
  /**
   * Pauses before the retries of an asynchronous invocation, in milliseconds of the stack's clock. Each retry of a
   * throttled invocation, a queue's message or a stream's batch waits for the first of these pauses.
   * @default the pauses of AWS; 50 ms for a stream's batch
   */
  readonly retryDelaysMs?: readonly number[];
  /** Invocations that may run at the same time in the whole account; 10 in a new AWS account. @default no limit */
  readonly concurrency?: number;
  /**
   * Names that resources of the AWS account already have. A template that creates such a name cannot be deployed.
   * @default none
   */
  readonly takenNames?: readonly TakenName[];
  /** @default none planned */
  readonly faults?: Faults;
  /** @default the machine's time */
  readonly clock?: MovableClock;
  /** Receives log lines. @default none */
  readonly log?: Log;
}

export interface Urls {
  readonly site: string;
  /** URL of the Cognito APIs and the hosted UI. */
  readonly hostedUi: string;
  readonly outbox: string;
  /** URLs by the function's physical name. */
  readonly functionUrls: Readonly<Record<string, string>>;
  /** The HTTP API itself, without the site in front of it; empty when the templates have none. */
  readonly httpApi: string;
  /** The socket API's stage, `wss://.../socket`, without the site; empty when the templates have none. */
  readonly socketApi: string;
  readonly dynamodb: string;
  readonly lambda: string;
  readonly mail: string;
  readonly s3: string;
  readonly secrets: string;
  /**
   * Endpoint of the other emulated services, without Bedrock Runtime and `bedrock-mantle`. Answers 501 to a call to a
   * service that is not emulated.
   */
  readonly otherServices: string;
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
  /** Unix milliseconds by the stack's clock. */
  readonly at: number;
}

export interface StackDynamoDb {
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
  /** Returns the physical name of the only table whose name contains the text. */
  table(namePart: string): string;
  /** Returns the functions' calls since the last reset. Leaves out calls of `client`, `documents` and operators. */
  stats(): Stats;
  resetStats(): void;
  sweep(): Promise<number>;
  /** Calls the listener with every change of a table that has a stream, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void;
}

export interface Stack {
  readonly urls: Urls;
  readonly accounts: readonly Account[];
  readonly inviteCode: string;
  readonly caFile: string;
  /** Environment variables with which a shell, the AWS CLI and the SDKs call the stack as an administrator. */
  readonly operator: Readonly<Record<string, string>>;
  /** Outputs of all templates, by name. Leaves out outputs with an `Export`, which only templates use. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly dynamodb: StackDynamoDb;
  readonly s3: Pick<S3, 'keys' | 'sweep'>;
  readonly faults: Faults;
  readonly clock: MovableClock;
  readonly invoke: Invoke;
  /** Newest 10,000 log lines, oldest first. */
  readonly logs: readonly LogLine[];
  readonly mails: Pick<Outbox, 'messages' | 'latestTo'>;
  /** Creates a confirmed user. Returns its sub. */
  createUser(email: string, password: string, user?: NewUser): Promise<string>;
  /**
   * Returns the code that the user's authenticator app shows now, or the app's next code if the shown code was used.
   * Undefined when both were used, or when the user has no such app.
   */
  codeFor(email: string): string | undefined;
  tokensFor(email: string): Promise<Tokens>;
  /** Signs a token with the key of a user pool. The pool need not exist in the templates. */
  signToken(poolId: string, claims: Readonly<Record<string, unknown>>): string;
  readonly sockets: {
    connections(): readonly OpenConnection[];
    closeConnection(connectionId: string, code?: number, reason?: string): boolean;
    dropConnection(connectionId: string): boolean;
  };
  readonly functions: {
    names(): readonly string[];
    /** Source files by the function's physical name. Leaves out functions whose template names no source file. */
    entries(): Readonly<Record<string, string>>;
    /** A running invocation keeps the old code until it ends. */
    updateCode(name: string, dir: string): void;
    kill(namePart: string): void;
    /** Advances the clock, also in running functions. Resolves when each running function has applied the new time. */
    passTime(ms: number): Promise<void>;
    /** Limits the invocations that may run at the same time in the account. @default no limit */
    limitConcurrency(invocations?: number): void;
    running(): number;
    /** Usage since the stack's start, by the function's physical name. */
    usage(): Readonly<Record<string, FunctionUsage>>;
    /** Returns the number of asynchronous invocations that have not ended. */
    pendingEvents(): number;
    /**
     * Returns the number of asynchronous invocations and queued messages that are being processed or are due now.
     * Leaves out invocations and messages that wait for a later time, and messages in a queue that no function
     * consumes.
     */
    due(): number;
    /** Resolves when all consumers of streams have processed, or given up on, every change so far. */
    streamsSettled(): Promise<void>;
    /** Delivers every later asynchronous invocation this many times. */
    deliverEventsTimes(times: number): void;
    /** Returns the bodies of the messages in the only queue whose name contains the text. */
    queue(namePart: string): readonly string[];
  };
  readonly iam: {
    readonly denied: readonly { readonly role: string; readonly action: string; readonly resource: string }[];
    revoke(rolePart: string, action: string): void;
  };
  /** Settings of the AWS account that the templates do not decide. Tests change them. */
  readonly account: AccountSettings;
  /** Reading this property throws when the templates do not use Stripe. */
  readonly stripe: StripeControls;
  close(): Promise<void>;
}
