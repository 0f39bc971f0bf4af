import { Construct } from 'constructs';
import * as fileCalls from '#contract/project-files';
import * as calls from '#contract/projects';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';

export interface ProjectsProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
}

export class Projects extends Construct {
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, { config, tables, httpApi, socket }: ProjectsProps) {
    super(scope, id);
    this.api = new AppFunction(this, 'Api', {
      entry: 'http/projects.ts',
      logRetention: config.logRetentionDays,
      timeout: INTEGRATION_TIMEOUT,
    });
    this.api.setEnv({
      [ENV.models]: packJson(config.models),
      [ENV.allowances]: JSON.stringify(config.allowances),
    });
    const { createProject, updateProject, deleteProject, orderProjects } = calls;
    const { getProjectInstructions, setProjectInstructions, setChatProject } = calls;
    httpApi.addCalls(this.api, [createProject, updateProject, deleteProject, orderProjects]);
    httpApi.addCalls(this.api, [getProjectInstructions, setProjectInstructions, setChatProject]);
    httpApi.addCalls(this.api, Object.values(fileCalls));
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;
    tables.chats.grantUse(this.api, 'GetItem', 'BatchGetItem', 'Query', ...writes);
    tables.subscriptions.grantUse(this.api, 'GetItem');
    tables.connections.grantUse(this.api, 'Query', 'DeleteItem');
    socket.grantPost(this.api);
  }
}
