import type { JsonObject } from '../aws-json/aws-json-service.ts';

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

/** Properties of an AWS::DynamoDB::GlobalTable or AWS::DynamoDB::Table that the emulator uses. */
export interface TableProperties {
  readonly AttributeDefinitions: readonly JsonObject[];
  readonly KeySchema: readonly JsonObject[];
  readonly GlobalSecondaryIndexes?: readonly JsonObject[];
  readonly StreamSpecification?: { readonly StreamViewType?: string };
  readonly PointInTimeRecoverySpecification?: PointInTimeRecovery;
  /** Set in an AWS::DynamoDB::GlobalTable. The emulator emulates only the first replica. */
  readonly Replicas?: readonly { readonly PointInTimeRecoverySpecification?: PointInTimeRecovery }[];
  readonly TimeToLiveSpecification?: { readonly Enabled?: boolean; readonly AttributeName?: string };
}
