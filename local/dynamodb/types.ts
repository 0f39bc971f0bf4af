/** DynamoDB's wire shapes, as far as the facade looks into them. */
import type { JsonObject } from '../aws-json/index.ts';

export type AttributeValue = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, AttributeValue>>;

export interface TableDescription {
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string;
    readonly KeySchema: readonly { readonly AttributeName: string }[];
  }[];
}

interface PointInTimeRecovery {
  readonly PointInTimeRecoveryEnabled?: boolean;
}

/** AWS::DynamoDB::GlobalTable or AWS::DynamoDB::Table, the part that shapes behaviour. */
export interface TableProperties {
  readonly AttributeDefinitions: readonly JsonObject[];
  readonly KeySchema: readonly JsonObject[];
  readonly GlobalSecondaryIndexes?: readonly JsonObject[];
  readonly StreamSpecification?: { readonly StreamViewType?: string };
  /** Set in a Table. */
  readonly PointInTimeRecoverySpecification?: PointInTimeRecovery;
  /** Set in a GlobalTable, whose first replica is the one that runs here. */
  readonly Replicas?: readonly { readonly PointInTimeRecoverySpecification?: PointInTimeRecovery }[];
  readonly TimeToLiveSpecification?: { readonly Enabled?: boolean; readonly AttributeName?: string };
}
