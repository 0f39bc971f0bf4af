/** The bucket of files as browsers reach it: with credentials of the identity pool, and by presigned addresses. */
import { createHash, createHmac } from 'node:crypto';
import { Agent } from 'node:https';
import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import { S3Client } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import type { SiteConfig } from '#contract/config';
import type { TestStack, TestUser } from './stack.ts';

const REGION = 'us-east-1';
const requestHandler = { httpsAgent: new Agent({ rejectUnauthorized: false }) };

export const siteConfigOf = async (stack: TestStack): Promise<SiteConfig> =>
  JSON.parse((await stack.http('GET', '/config.json')).text);

/** Host of the bucket, for which addresses are signed. */
export async function bucketUrlOf(stack: TestStack): Promise<string> {
  const { files } = await siteConfigOf(stack);
  if (!files) throw new Error('The deployment has no files');
  return files.bucketEndpoint;
}

/** The user's identity in the identity pool, with a client of the bucket that signs with its credentials. */
export async function identityOf(stack: TestStack, { token }: Pick<TestUser, 'token'>) {
  const config = await siteConfigOf(stack);
  const endpoint = config.identityPoolEndpoint;
  const cognito = new CognitoIdentityClient({ region: REGION, endpoint, requestHandler, maxAttempts: 1 });
  const Logins = { [`cognito-idp.${REGION}.amazonaws.com/${config.userPoolId}`]: token };
  const { IdentityId = '' } = await cognito.send(
    new GetIdCommand({ IdentityPoolId: config.identityPoolId, Logins }),
  );
  const { Credentials = {} } = await cognito.send(
    new GetCredentialsForIdentityCommand({ IdentityId, Logins }),
  );
  cognito.destroy();
  const { AccessKeyId = '', SecretKey = '', SessionToken = '' } = Credentials;
  const client = new S3Client({
    ...{ region: REGION, requestHandler, maxAttempts: 1 },
    endpoint: await bucketUrlOf(stack),
    // The endpoint is the bucket's own host, so the bucket's name is not put before it.
    bucketEndpoint: true,
    credentials: { accessKeyId: AccessKeyId, secretAccessKey: SecretKey, sessionToken: SessionToken },
  });
  return { identityId: IdentityId, client };
}

/** Hash that the signer takes from Node's own. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(secret as Uint8Array));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : Buffer.from(data as Uint8Array));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

export interface Presigned {
  readonly key: string;
  /** @default 300 */
  readonly expiresIn?: number;
  /** Such as `response-content-disposition`. @default none */
  readonly query?: Readonly<Record<string, string>>;
}

/** Path and query of an address that the operator has signed, for the bucket's host or the site's. */
export async function presignedPath(stack: TestStack, { key, expiresIn = 300, query = {} }: Presigned) {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = stack.inner.operator;
  const signer = new SignatureV4({
    ...{ service: 's3', region: REGION, sha256: Sha256, uriEscapePath: false },
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  });
  const { host, hostname, protocol } = new URL(await bucketUrlOf(stack));
  // S3 takes this for the hash of an address's content, and another signature without it.
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const path = `/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = await signer.presign(
    { method: 'GET', hostname, protocol, path, query: { ...query }, headers },
    { expiresIn, signingDate: new Date(stack.inner.clock.now()) },
  );
  const pairs = Object.entries(signed.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `${path}?${pairs.join('&')}`;
}
