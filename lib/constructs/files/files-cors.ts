import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { acknowledge } from '../base/acknowledge-findings.ts';

export interface FilesCorsProps {
  readonly bucket: IBucket;
  /** Only pages of this origin may upload. */
  readonly origin: string;
  readonly logRetention: RetentionDays;
}

/** Id of the function that CDK adds once to a stack for all AwsCustomResources. */
const PROVIDER = `AWS${AwsCustomResource.PROVIDER_FUNCTION_UUID.replaceAll('-', '')}`;
const PREFLIGHT_SECONDS = 3_000;

/**
 * Sets the bucket's CORS rules by a call to S3. In the template they would cause a circular reference: the rules name
 * the distribution's host, and the distribution refers to the bucket (decision 0109).
 */
export class FilesCors extends Construct {
  constructor(scope: Construct, id: string, { bucket, origin, logRetention }: FilesCorsProps) {
    super(scope, id);
    const call = {
      service: 'S3',
      action: 'putBucketCors',
      parameters: {
        Bucket: bucket.bucketName,
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedOrigins: [origin],
              AllowedMethods: ['PUT', 'POST', 'GET', 'DELETE'],
              AllowedHeaders: ['*'],
              ExposeHeaders: ['ETag'],
              MaxAgeSeconds: PREFLIGHT_SECONDS,
            },
          ],
        },
      },
      physicalResourceId: PhysicalResourceId.of('cors'),
    };
    new AwsCustomResource(this, 'Put', {
      resourceType: 'Custom::BucketCors',
      onUpdate: call,
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ actions: ['s3:PutBucketCORS'], resources: [bucket.bucketArn] }),
      ]),
      installLatestAwsSdk: false,
      logGroup: new LogGroup(this, 'Logs', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY }),
    });
    acknowledge(Stack.of(this).node.findChild(PROVIDER), {
      'AwsSolutions-L1': 'CDK chooses the runtime of its function.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        'CDK gives its function this policy, which only lets it write logs.',
    });
  }
}
