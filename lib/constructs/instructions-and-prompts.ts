import { Construct } from 'constructs';
import * as calls from '#contract/instructions-and-prompts';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';

export interface PersonalProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
}

/** API of a user's instructions and saved prompts. */
export class Personal extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, httpApi, socket }: PersonalProps) {
    super(scope, id);
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/instructions-and-prompts.ts',
      logRetention: config.logRetentionDays,
      timeout: INTEGRATION_TIMEOUT,
    });
    const { getInstructions, setInstructions, getPrompts, putPrompt, deletePrompt } = calls;
    httpApi.addCalls(this.api, [getInstructions, setInstructions, getPrompts, putPrompt, deletePrompt]);
    tables.chats.grantUse(this.api, 'GetItem', 'PutItem', 'Query', 'UpdateItem', 'DeleteItem');
    tables.connections.grantUse(this.api, 'Query', 'DeleteItem');
    socket.grantPost(this.api);
    this.api.setEnv({ [ENV.prompts]: packJson(config.prompts) });
  }
}
