import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { type EnvName, KEY } from '../../../lambdas/runtime/env-names.ts';
import { acknowledge } from './acknowledge-findings.ts';
import type { AppFunction } from './app-function.ts';

export interface DataTableProps {
  /** The variable that tells a function this table's name. */
  readonly envName: EnvName;
  /** Deletion protection, point-in-time recovery and RETAIN. */
  readonly protectData: boolean;
  /** True when its changes can be followed (`ChangeFeed`), each with the item before and after it. @default false */
  readonly hasFeed?: boolean;
}

/** The calls of DynamoDB's data plane that the stores make. A transaction needs those of its parts. */
export type TableAction =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'ConditionCheckItem';

/** A table with the product's key, on demand and with a time to live. */
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
      acknowledge(this, { 'AwsSolutions-DDB3': 'The dev stage holds nothing that needs to be restored.' });
  }

  /** Tells the function this table's name, and lets it make these calls on it. */
  grantUse(user: AppFunction, ...actions: readonly TableAction[]): void {
    user.setEnv({ [this.#envName]: this.tableName });
    user.allow(
      actions.map((action) => `dynamodb:${action}`),
      [this.tableArn],
    );
  }
}
