/** The local stack with helpers for tests: users, chats, replies of the model, faults, and the stack's state. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { BatchWriteCommand, DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Allowance, Audience, ModelSpec } from '#contract/deployment-config';
import type { Chat, Message } from '#contract/entities';
import { http } from '#contract/http-calls';
import { type AckData, ackData } from '#contract/socket';
import { loadAssembly } from '../../local/assembly/assembly.ts';
import type { ReplyChunk, ReplySource } from '../../local/bedrock/bedrock.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { ASSEMBLY, CERTIFICATES, STRIPE_ASSEMBLY, withSettings } from './build-assembly.ts';
import { ask, type HttpAnswer } from './https-request.ts';
import { forgeriesOf, strangersOf } from './invalid-tokens.ts';
import { dataOf, SocketClient } from './socket-client.ts';
import { TestModel } from './test-model.ts';

export interface TestUser {
  readonly owner: string;
  readonly email: string;
  readonly password: string;
  /** ID token. */
  readonly token: string;
  readonly accessToken: string;
  /** Returns a code of the user's authenticator app. Absent for a user without a second factor. */
  readonly appCode?: () => string;
}

export interface TestStackOptions {
  /** Pauses before Lambda and SQS try again, in milliseconds of the stack's clock. @default [20, 20] */
  readonly retries?: 'asOnAws' | readonly number[];
  /** Payments of the deployment. @default test */
  readonly payments?: 'test' | 'stripe';
  /** Functions that may run at the same time in the account. @default no limit */
  readonly concurrency?: number;
  /** Source of the replies. @default {@link TestModel} */
  readonly source?: ReplySource;
  /** Models in place of the templates'. @default those of the templates */
  readonly models?: readonly ModelSpec[];
  /** Allowances in place of the templates'. @default those of the templates */
  readonly allowances?: Readonly<Record<Audience, Allowance>>;
  /** IAM action that is removed from the role of the function whose name contains `function`. */
  readonly withoutPermission?: { readonly function: string; readonly action: string };
}

export interface GivenUser {
  readonly groups?: readonly string[];
  /** @default true for members of `admins` */
  readonly hasSecondFactor?: boolean;
}

const PASSWORD = 'correct horse battery staple';
/** Longer than a worker's lease. */
const LEASE_OVER_MS = 21_000;
/** Longest wait for a state, in milliseconds, before a test fails. */
const PATIENCE_MS = 15_000;
const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

export class TestStack {
  readonly model = new TestModel();
  readonly #stack: Stack;
  readonly #assembly: string;
  /** True for a copy that this stack alone uses. */
  readonly #hasOwnAssembly: boolean;

  private constructor(stack: Stack, model: TestModel, assembly: string, hasOwnAssembly: boolean) {
    this.#stack = stack;
    this.#assembly = assembly;
    this.#hasOwnAssembly = hasOwnAssembly;
    this.model = model;
  }

  static async start(options: TestStackOptions): Promise<TestStack> {
    const { retries = [20, 20], payments = 'test', withoutPermission } = options;
    const model = new TestModel();
    const { source = model.source, concurrency, models, allowances } = options;
    const synthesized = payments === 'stripe' ? STRIPE_ASSEMBLY : ASSEMBLY;
    const assembly = models || allowances ? withSettings(synthesized, { models, allowances }) : synthesized;
    const stack = await startStack({
      ...{ assembly, source, certificatesDir: CERTIFICATES, keepsProcesses: true },
      ...(concurrency !== undefined && { concurrency }),
      ...(retries !== 'asOnAws' && { retryDelaysMs: retries }),
    });
    if (withoutPermission) stack.iam.revoke(withoutPermission.function, withoutPermission.action);
    return new TestStack(stack, model, assembly, assembly !== synthesized);
  }

  get urls() {
    const { site, hostedUi, httpApi, socketApi } = this.#stack.urls;
    return {
      site,
      hostedUi,
      httpApi,
      socket: `${site.replace('https', 'wss')}/socket`,
      socketDirect: socketApi,
    };
  }

  /** The stack itself, for what this class has no helper for. */
  get inner(): Stack {
    return this.#stack;
  }

  close = async (): Promise<void> => {
    await this.#stack.close();
    if (this.#hasOwnAssembly) await rm(this.#assembly, { recursive: true });
  };

  // People and connections

  /** Creates a user. An administrator has a second factor. */
  async givenUser({
    groups = [],
    hasSecondFactor = groups.includes('admins'),
  }: GivenUser = {}): Promise<TestUser> {
    const email = `user-${randomUUID().slice(0, 8)}@example.com`;
    const owner = await this.#stack.createUser(email, PASSWORD, {
      ...{ name: 'Test User', groups, hasSecondFactor },
    });
    const { idToken: token, accessToken } = await this.#stack.tokensFor(email);
    const appCode = () => this.#stack.codeFor(email) ?? 'no code is left';
    return { owner, email, password: PASSWORD, token, accessToken, ...(hasSecondFactor && { appCode }) };
  }

  connect({ token }: Pick<TestUser, 'token'>, localAddress?: string): Promise<SocketClient> {
    const { socket: url, site: origin } = this.urls;
    return SocketClient.connect({ url, credential: token, origin, ...(localAddress && { localAddress }) });
  }

  /** Opens a guest's connection from this machine's usual address, or from another of its addresses. */
  connectGuest(localAddress?: string): Promise<SocketClient> {
    return this.connect({ token: 'guest' }, localAddress);
  }

  /** Forged, foreign, expired and mistaken tokens; some of them with good signatures. */
  async badTokens({ token, accessToken, email }: TestUser): Promise<Record<string, string>> {
    const day = 24 * 60 * 60_000;
    this.moveClock(-day);
    const { idToken: expired } = await this.#stack.tokensFor(email).finally(() => this.moveClock(day));
    return { ...forgeriesOf(token), ...strangersOf(token, this.#stack.signToken), accessToken, expired };
  }

  /** Trades a refresh token for new tokens, as a browser would. */
  async refresh(refreshToken: string): Promise<{ readonly idToken: string }> {
    const { userPoolClientId: ClientId } = JSON.parse((await this.http('GET', '/config.json')).text);
    const { status, text } = await ask(this.urls.hostedUi, 'POST', {
      body: { ClientId, RefreshToken: refreshToken },
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
      },
    });
    if (status !== 200) throw new Error(text);
    return { idToken: JSON.parse(text).AuthenticationResult.IdToken };
  }

  // Chats

  async openChat(client: SocketClient, { email }: TestUser): Promise<AckData<'initChat'>> {
    return ackData.initChat.parse(
      dataOf(await client.call('initChat', { userEmail: email, name: 'Test User' })),
    );
  }

  async givenChat(user: TestUser): Promise<{ client: SocketClient; chat: AckData<'initChat'> }> {
    const client = await this.connect(user);
    return { client, chat: await this.openChat(client, user) };
  }

  /** Sends a message as the page of a user without instructions does, and waits for its reply, which must succeed. */
  async say(client: SocketClient, { email }: TestUser, chatId: string, message: string): Promise<unknown> {
    return dataOf(await client.call('chat', { chatId, message, userEmail: email, instructions: false }));
  }

  async chats({ email, token }: TestUser): Promise<Chat[]> {
    const answer = await this.http('GET', `/api/chats/getChats?userEmail=${email}`, { token });
    return http.getChats.response.parse(JSON.parse(answer.text)).chats;
  }

  async history({ token }: TestUser, chatId: string): Promise<Message[]> {
    const answer = await this.http('GET', `/api/chats/getChatHistory/${chatId}`, { token });
    if (answer.status !== 200) throw new Error(`The history was refused: ${answer.text}`);
    return http.getChatHistory.response.parse(JSON.parse(answer.text)).messages.messages;
  }

  http(
    method: string,
    path: string,
    options: { token?: string | undefined; body?: unknown } = {},
  ): Promise<HttpAnswer> {
    return ask(this.urls.site + path, method, options);
  }

  /** Sends a request to the API's own address, past CloudFront. */
  httpDirect(
    method: string,
    path: string,
    options: { token?: string; body?: unknown } = {},
  ): Promise<HttpAnswer> {
    return ask(this.urls.httpApi + path, method, options);
  }

  /** Stores turns `Stored question n` / `Stored answer n` behind a chat's welcome; `filling(n)` follows each answer. */
  async fillChat(
    { owner }: Pick<TestUser, 'owner'>,
    chatId: string,
    turns: number,
    filling: (turn: number) => string = () => '',
  ): Promise<void> {
    const { documents } = this.#stack.dynamodb;
    const TableName = this.#table('Chats');
    const at = new Date().toISOString();
    const items = Array.from({ length: turns }, (_, i) => ({
      pk: `CHAT#${owner}#${chatId}`,
      sk: `MSG#${String(2 * i + 1).padStart(8, '0')}`,
      index: 2 * i + 1,
      requestId: randomUUID(),
      userText: `Stored question ${i + 1}`,
      userAt: at,
      text: `Stored answer ${i + 1}${filling(i + 1)}`,
      replyAt: at,
      status: 'complete',
      model: 'geminitwofive',
    }));
    for (let i = 0; i < items.length; i += 25)
      await documents.send(
        new BatchWriteCommand({
          RequestItems: { [TableName]: items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk: `OWNER#${owner}`, sk: `CHAT#${chatId}` },
        UpdateExpression: 'SET nextIndex = :next, lastIndex = :last',
        ExpressionAttributeValues: { ':next': 2 * turns + 1, ':last': 2 * turns - 1 },
      }),
    );
  }

  // Usage

  /** The owner's usage, summed over its days: midnight may pass during a test. */
  async usageOf(of: Pick<TestUser, 'owner'>): Promise<Record<string, unknown>> {
    return (await this.#usageDays(of)).reduce((sums, day) => {
      for (const [name, value] of Object.entries(day))
        sums[name] = typeof value === 'number' ? Number(sums[name] ?? 0) + value : value;
      return sums;
    }, {});
  }

  async #usageDays({ owner }: Pick<TestUser, 'owner'>): Promise<Record<string, unknown>[]> {
    const { Items = [] } = await this.#stack.dynamodb.documents.send(
      new QueryCommand({
        TableName: this.#table('Usage'),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
        ExpressionAttributeValues: { ':pk': `OWNER#${owner}`, ':day': 'DAY#' },
      }),
    );
    return Items;
  }

  async usedMessages(of: Pick<TestUser, 'owner'>): Promise<number> {
    return Number((await this.usageOf(of)).messages ?? 0);
  }

  useUpTo = (of: Pick<TestUser, 'owner'>, messages: number): Promise<void> => this.setUsed(of, messages);

  /**
   * The same under a name that lint does not take for a hook. The day does not end within the next minute. Messages of a
   * day that ended during the test are forgotten.
   */
  async setUsed({ owner }: Pick<TestUser, 'owner'>, messages: number): Promise<void> {
    this.leaveEvening(MINUTE_MS);
    const { documents } = this.#stack.dynamodb;
    const TableName = this.#table('Usage');
    const today = this.#today(owner);
    for (const { pk, sk } of await this.#usageDays({ owner }))
      if (sk !== today.sk) await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: today, UpdateExpression: 'SET messages = :messages' },
        ExpressionAttributeValues: { ':messages': messages },
      }),
    );
  }

  #today = (owner: string) => ({
    pk: `OWNER#${owner}`,
    sk: `DAY#${new Date(this.#stack.clock.now()).toISOString().slice(0, 10)}`,
  });
  #table = (part: string): string => this.#stack.dynamodb.table(part);

  // The model

  replyWith = (...chunks: readonly (ReplyChunk | Error)[]): void => this.model.replyWith(...chunks);
  replyByHand = () => this.model.replyByHand();
  failModelWith = (code: string): void => this.model.failWith(code);
  modelCalls = (): number => this.model.calls.length;
  lastModelCall = () => this.model.calls.at(-1);

  /**
   * Read units of all BatchGetItem calls since the last reset. Such a call reads a turn's plan, spend and instructions.
   * The sum of all reads varies, because a longer reply reads the connections more often.
   */
  planUnits(): number {
    const { calls } = this.#stack.dynamodb.stats();
    return calls.reduce(
      (sum, { operation, readUnits }) => sum + (operation === 'BatchGetItem' ? readUnits : 0),
      0,
    );
  }

  // Faults

  moveClock = (ms: number): void => this.#stack.clock.advance(ms);
  /** Moves the clock to midnight in UTC if that is less than `before` away, for tests that count by day. */
  leaveEvening(before = 2 * HOUR_MS): void {
    const untilMidnight = 24 * HOUR_MS - (this.#stack.clock.now() % (24 * HOUR_MS));
    if (untilMidnight < before) this.moveClock(untilMidnight);
  }
  /**
   * As {@link moveClock}, also for the timers of running functions. Await it before the model writes on: a chunk may
   * otherwise reach a function before the new time does.
   */
  passTime = (ms: number): Promise<void> => this.#stack.functions.passTime(ms);
  expireLeases = (): void => this.moveClock(LEASE_OVER_MS);
  clearFaults = (): void => this.#stack.faults.clear();

  killWorker(): void {
    this.#stack.functions.kill('RepliesReply');
  }

  /** Kills the worker at the nth chunk from now on and those that follow, `times` in all. Its lease ends at once. */
  killWorkerAtChunk(nth: number, times: number): void {
    this.#stack.faults.at({
      service: 'bedrock',
      action: 'chunk',
      nth,
      times,
      effect: { kill: true, run: this.expireLeases, hang: true },
    });
  }

  /** Throttles the nth call to the database from now on and those that follow, `calls` in all. */
  throttleDatabase(nth: number, calls: number): void {
    this.#stack.faults.at({
      service: 'dynamodb',
      nth,
      times: calls,
      effect: { fail: { code: 'ThrottlingException', message: 'Rate exceeded' } },
    });
  }

  deliverEventsTimes = (times: number): void => this.#stack.functions.deliverEventsTimes(times);

  dropConnections(): void {
    for (const { connectionId } of this.#stack.sockets.connections())
      this.#stack.sockets.dropConnection(connectionId);
  }

  // Looking inside

  routes(): { http: string[]; socket: string[] } {
    const assembly = loadAssembly(this.#assembly, { secretValue: () => '' });
    const keys = assembly
      .all<{ RouteKey: string }>('AWS::ApiGatewayV2::Route')
      .map(({ properties }) => properties.RouteKey);
    return {
      http: keys.filter((key) => key.includes(' ')),
      socket: keys.filter((key) => !key.includes(' ')),
    };
  }

  functionLogs(): string[] {
    const names = this.#stack.functions.names();
    return this.#stack.logs.filter(({ source }) => names.includes(source)).map(({ text }) => text);
  }

  /** Waits until no function runs or is about to, and no frame is delayed. */
  idle(patienceMs?: number): Promise<void> {
    return this.eventually(() => {
      const { functions, faults } = this.#stack;
      const waiting = functions.queue('RepliesFailures').length;
      if (functions.running() + functions.pendingEvents() + waiting + faults.delayedFrames() > 0)
        throw new Error('Functions are busy');
    }, patienceMs);
  }

  /** Tries until `check` passes; its last failure is thrown when patience ends. */
  async eventually(check: () => void | Promise<void>, patienceMs = PATIENCE_MS): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        await check();
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

export const startTestStack = (options: TestStackOptions = {}): Promise<TestStack> =>
  TestStack.start(options);
