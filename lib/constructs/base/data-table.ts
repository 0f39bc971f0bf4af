import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { EnvName } from '../../../lambdas/runtime/env-names.ts';
import { acknowledge } from './acknowledge-findings.ts';
import type { AppFunction } from './app-function.ts';

/** `ttl` is in Unix seconds. */
const KEY = { partition: 'pk', sort: 'sk', ttl: 'ttl' } as const;

export interface DataTableProps {
  readonly envName: EnvName;
  readonly protectData: boolean;
  /** Enables a stream for `ChangeFeed`. @default false */
  readonly hasFeed?: boolean;
}

/** A transaction needs the actions of its operations. */
export type TableAction =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'ConditionCheckItem';

/** DynamoDB table with the product's key attributes, on-demand billing and a time to live. */
export class DataTable extends TableV2 {
  readonly #envName: EnvName;

  constructor(scope: Construct, id: string, { envName, protectData, hasFeed }: DataTableProps) {
    super(scope, id, {
      partitionKey: { name: KEY.partition, type: AttributeType.STRING },
      sortKey: { name: KEY.sort, type: AttributeType.STRING },
      timeToLiveAttribute: KEY.ttl,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      deletionProtection: protectData,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: protectData },
      ...(hasFeed && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.#envName = envName;
    if (!protectData)
      acknowledge(this, { 'AwsSolutions-DDB3': 'Data of the dev stage need not be restored.' });
  }

  grantUse(user: AppFunction, ...actions: readonly TableAction[]): void {
    user.setEnv({ [this.#envName]: this.tableName });
    user.allow(
      actions.map((action) => `dynamodb:${action}`),
      [this.tableArn],
    );
  }
}
