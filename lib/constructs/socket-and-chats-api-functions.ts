import type { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import * as chats from '#contract/chats';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { OriginSecret } from './apis/origin-secret.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import type { ReplyWorker } from './reply-worker.ts';
import { replyEnv } from './reply-worker.ts';

export interface ChatFunctionsProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly socket: SocketApi;
  readonly httpApi: ProductHttpApi;
  readonly originSecret: OriginSecret;
  readonly replies: ReplyWorker;
  /** Issuer and audience of valid ID tokens. */
  readonly tokens: { readonly issuer: string; readonly audience: string };
  readonly siteUrl: string;
}

/** Functions of the socket and of the chats API, with their routes and permissions. */
export class ChatFunctions extends Construct {
  readonly authorize: AppFunction;
  readonly connect: AppFunction;
  readonly disconnect: AppFunction;
  readonly initChat: AppFunction;
  readonly chat: AppFunction;
  readonly likeMessage: AppFunction;
  readonly stopReply: AppFunction;
  readonly chats: AppFunction;

  constructor(scope: Construct, id: string, props: ChatFunctionsProps) {
    super(scope, id);
    const logRetention: RetentionDays = props.config.logRetentionDays;
    const add = (name: string, entry: string, timeout?: Duration) =>
      new AppFunction(this, name, { entry, logRetention, ...(timeout && { timeout }) });
    this.authorize = add('Authorize', 'socket/authorize.ts');
    this.connect = add('Connect', 'socket/connect.ts');
    this.disconnect = add('Disconnect', 'socket/disconnect.ts');
    this.initChat = add('InitChat', 'socket/initChat.ts', INTEGRATION_TIMEOUT);
    this.chat = add('Chat', 'socket/chat.ts', INTEGRATION_TIMEOUT);
    this.likeMessage = add('LikeMessage', 'socket/likeMessage.ts', INTEGRATION_TIMEOUT);
    this.stopReply = add('StopReply', 'socket/stopReply.ts', INTEGRATION_TIMEOUT);
    this.chats = add('Chats', 'http/chats.ts', INTEGRATION_TIMEOUT);
    this.#grantConnections(props);
    this.#grantEvents(props);
    this.#addChatsApi(props);
    const { authorize, connect, disconnect, byAction: events } = this;
    props.socket.addRoutes({ authorize, connect, disconnect, events });
  }

  get byAction() {
    const { initChat, chat, likeMessage, stopReply } = this;
    return { initChat, chat, likeMessage, stopReply };
  }

  #grantConnections({ config, tables, socket, originSecret, tokens, siteUrl }: ChatFunctionsProps): void {
    originSecret.grantRead(this.authorize);
    this.authorize.setEnv({
      [ENV.tokenIssuer]: tokens.issuer,
      [ENV.tokenAudience]: tokens.audience,
      [ENV.allowedOrigins]: siteUrl,
    });
    const actions = ['PutItem', 'UpdateItem', 'ConditionCheckItem', 'Query', 'DeleteItem'] as const;
    tables.connections.grantUse(this.connect, ...actions);
    tables.usage.grantUse(this.connect, 'UpdateItem');
    socket.grantPost(this.connect);
    socket.grantClose(this.connect);
    this.connect.setEnv({ [ENV.limits]: JSON.stringify(config.limits) });
    tables.connections.grantUse(this.disconnect, 'DeleteItem');
  }

  #grantEvents({ config, tables, socket, replies }: ChatFunctionsProps): void {
    const { chats, connections, usage, subscriptions } = tables;
    for (const event of Object.values(this.byAction)) {
      socket.grantPost(event);
      socket.grantClose(event);
      usage.grantUse(event, 'UpdateItem');
      event.setEnv({ [ENV.limits]: JSON.stringify(config.limits) });
    }

    chats.grantUse(this.initChat, 'PutItem', 'UpdateItem', 'GetItem', 'Query');
    connections.grantUse(this.initChat, 'GetItem', 'PutItem', 'Query', 'DeleteItem');
    this.initChat.setEnv({
      [ENV.productName]: config.productName,
      [ENV.allowances]: JSON.stringify(config.allowances),
    });

    chats.grantUse(this.chat, 'GetItem', 'UpdateItem', 'Query', 'BatchGetItem');
    usage.grantUse(this.chat, 'BatchGetItem');
    subscriptions.grantUse(this.chat, 'BatchGetItem');
    connections.grantUse(this.chat, 'BatchGetItem', 'Query', 'DeleteItem');
    replies.grantStart(this.chat);
    this.chat.setEnv(replyEnv(config));

    chats.grantUse(this.likeMessage, 'GetItem', 'UpdateItem', 'PutItem', 'Query', 'DeleteItem');
    connections.grantUse(this.likeMessage, 'GetItem', 'Query', 'DeleteItem');

    chats.grantUse(this.stopReply, 'GetItem');
    connections.grantUse(this.stopReply, 'GetItem', 'PutItem');
  }

  #addChatsApi({ config, tables, httpApi, socket }: ChatFunctionsProps): void {
    // The construct Search (search.ts) has a separate function for searchChats.
    const { searchChats: _, ...calls } = chats;
    httpApi.addCalls(this.chats, Object.values(calls));
    tables.chats.grantUse(this.chats, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
    // The deletion of a chat deletes the rows of its shares.
    tables.chats.grantUse(this.chats, 'DeleteItem');
    tables.connections.grantUse(this.chats, 'Query', 'DeleteItem');
    // Claiming a guest's chat ends a turn that hangs, and returns its message to the quota.
    tables.usage.grantUse(this.chats, 'UpdateItem');
    tables.usage.grantUse(this.chats, 'GetItem');
    tables.subscriptions.grantUse(this.chats, 'GetItem');
    socket.grantPost(this.chats);
    this.chats.setEnv({
      [ENV.productName]: config.productName,
      [ENV.models]: packJson(config.models),
      [ENV.allowances]: JSON.stringify(config.allowances),
    });
  }
}
