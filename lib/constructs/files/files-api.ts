import { Construct } from 'constructs';
import { deleteFile, getFileAddresses, getFileLimits, registerFile } from '#contract/files';
import { ENV } from '../../../lambdas/runtime/env-names.ts';
import type { Config } from '../../config.ts';
import type { Tables } from '../../data-stack.ts';
import type { ProductHttpApi } from '../apis/http-api.ts';
import type { SocketApi } from '../apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from '../apis/timeout-of-api-functions.ts';
import { AppFunction } from '../base/app-function.ts';
import type { FilesBucket } from './files-bucket.ts';

export interface FilesProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly bucket: FilesBucket;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
  readonly identityPoolId: string;
  readonly issuer: string;
}

/** API of users' files (decision 0108). */
export class Files extends Construct {
  /** Registers uploads. It parses untrusted content, so its own role allows no more than this call needs. */
  readonly register: AppFunction;
  readonly api: AppFunction;

  constructor(scope: Construct, id: string, props: FilesProps) {
    super(scope, id);
    const logRetention = props.config.logRetentionDays;
    const timeout = INTEGRATION_TIMEOUT;
    this.register = new AppFunction(this, 'Register', {
      ...{ entry: 'http/registerFile.ts', logRetention, timeout },
      memorySize: 1024,
    });
    this.api = new AppFunction(this, 'Api', { entry: 'http/files.ts', logRetention, timeout });
    this.#grantRegister(props);
    this.#grantApi(props);
    for (const handler of [this.register, this.api]) {
      props.tables.subscriptions.grantUse(handler, 'GetItem');
      handler.setEnv({ [ENV.allowances]: JSON.stringify(props.config.allowances) });
    }
  }

  #grantRegister({ tables, bucket, httpApi, identityPoolId, issuer }: FilesProps): void {
    httpApi.addCalls(this.register, [registerFile]);
    tables.chats.grantUse(
      this.register,
      ...(['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const),
    );
    tables.usage.grantUse(this.register, 'UpdateItem');
    bucket.grantRead(this.register, 'uploads');
    bucket.grantDelete(this.register, 'uploads');
    bucket.grantWrite(this.register, 'files');
    bucket.grantDelete(this.register, 'files');
    this.register.setEnv({ [ENV.identityPoolId]: identityPoolId, [ENV.tokenIssuer]: issuer });
  }

  #grantApi({ tables, bucket, httpApi, socket }: FilesProps): void {
    httpApi.addCalls(this.api, [getFileLimits, getFileAddresses, deleteFile]);
    tables.chats.grantUse(this.api, 'BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem');
    // A signed address grants only the rights of the function that signed it, so this function must be allowed to read.
    bucket.grantRead(this.api, 'files');
    tables.connections.grantUse(this.api, 'Query', 'DeleteItem');
    socket.grantPost(this.api);
  }
}
