import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENV } from '../../../lambdas/runtime/env-names.ts';
import { acknowledge, findingOn } from '../base/acknowledge-findings.ts';
import type { AppFunction } from '../base/app-function.ts';
import type { IdentityPool } from '../hosted-ui-and-identity-pool.ts';

/** Stands in IAM policies for the caller's identity in the identity pool. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it
const IDENTITY = '${cognito-identity.amazonaws.com:sub}';
/**
 * Conditions of an upload: S3 refuses headers that the product's pages do not send. A header can choose a storage class
 * that is billed for at least 30 days (decision 0109). A header can encrypt an object with the user's own key: the
 * product could not read the object. A header can lock an object: the product could not delete the object.
 */
const UPLOAD_CONDITIONS = {
  StringEqualsIfExists: {
    's3:x-amz-storage-class': 'STANDARD',
    's3:x-amz-server-side-encryption': 'AES256',
  },
  Null: Object.fromEntries(
    [
      's3:x-amz-server-side-encryption-aws-kms-key-id',
      's3:x-amz-server-side-encryption-customer-algorithm',
      's3:x-amz-website-redirect-location',
      ...['s3:x-amz-acl', 's3:x-amz-grant-full-control', 's3:x-amz-grant-read', 's3:x-amz-grant-read-acp'],
      ...['s3:x-amz-grant-write', 's3:x-amz-grant-write-acp'],
      ...['s3:object-lock-mode', 's3:object-lock-retain-until-date', 's3:object-lock-legal-hold'],
    ].map((key) => [key, 'true']),
  ),
};
const UPLOAD_DAYS = 1;

/**
 * First parts of the keys in the bucket. Browsers put files under `uploads/<identity>/`. A function copies checked
 * files to `files/<owner>/`, where no browser can change them.
 */
export type FilesPrefix = 'uploads' | 'files';

export interface FilesBucketProps {
  readonly protectData: boolean;
}

/** Bucket of the users' files. Browsers upload with the identity pool's credentials, and read by signed addresses. */
export class FilesBucket extends Construct {
  readonly bucket: IBucket;
  /** `https://<host>`, without a slash at its end. */
  readonly url: string;
  readonly #arn: string;

  constructor(scope: Construct, id: string, { protectData }: FilesBucketProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { prefix: 'uploads/', expiration: Duration.days(UPLOAD_DAYS) },
        { abortIncompleteMultipartUploadAfter: Duration.days(UPLOAD_DAYS) },
      ],
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Bucket and IBucket declare `isWebsite` differently, which exactOptionalPropertyTypes does not accept.
    this.bucket = bucket as IBucket;
    this.url = `https://${bucket.bucketRegionalDomainName}`;
    // `exportValue` returns an `Fn::ImportValue`, because the policies for the bucket are in another stack. `findingOn`
    // needs the export's name in it: cdk-nag's ids of findings on these policies contain that name instead of the ARN.
    this.#arn = Stack.of(this).exportValue(bucket.bucketArn);
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Access logs would store who opened which file, for longer than the files exist.',
    });
  }

  /** Also grants listing the bucket. Without that right, S3 answers 403 instead of 404 for a missing object. */
  grantRead(reader: AppFunction, prefix: FilesPrefix): void {
    this.#allow(reader, ['s3:GetObject'], prefix);
    this.grantList(reader);
  }

  /** Lets the function read the extracted texts of documents, but not the files. */
  grantReadTexts(reader: AppFunction): void {
    this.#allow(reader, ['s3:GetObject'], 'files', '*.txt');
    this.grantList(reader);
  }

  grantList(reader: AppFunction): void {
    reader.allow(['s3:ListBucket'], [this.#arn]);
  }

  grantWrite(writer: AppFunction, prefix: FilesPrefix): void {
    this.#allow(writer, ['s3:PutObject'], prefix);
  }

  grantDelete(remover: AppFunction, prefix: FilesPrefix): void {
    this.#allow(remover, ['s3:DeleteObject'], prefix);
  }

  /** Lets signed-in users upload below the prefix of their own identity, but not read, list or delete objects. */
  grantUpload(identities: IdentityPool): void {
    const own = `${this.#arn}/uploads/${IDENTITY}/*`;
    identities.allowSignedIn(['s3:PutObject'], [own], UPLOAD_CONDITIONS);
    identities.allowSignedIn(['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'], [own]);
    acknowledge(identities.signedIn, {
      [findingOn(this, own)]: 'The variable is the caller’s own identity, and only its uploads are meant.',
    });
  }

  #allow(user: AppFunction, actions: readonly string[], prefix: FilesPrefix, names = '*'): void {
    const objects = `${this.#arn}/${prefix}/${names}`;
    user.setEnv({ [ENV.filesBucket]: this.bucket.bucketName, [ENV.filesOrigin]: this.url });
    user.allow(actions, [objects]);
    acknowledge(user.ownRole, {
      [findingOn(this, objects)]:
        'The function serves every user; file-objects.ts builds keys from the caller’s id.',
    });
  }
}
