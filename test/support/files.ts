/** The bucket of files as browsers reach it: with credentials of the identity pool, and by presigned addresses. */
import { Agent } from 'node:https';
import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import { S3Client } from '@aws-sdk/client-s3';
import type { SiteConfig } from '#contract/config';
import { signedUrl } from '../../local/s3/presign.ts';
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
  const url = `${await bucketUrlOf(stack)}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = await signedUrl({
    key: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
    ...{ url, expiresIn, query, now: stack.inner.clock.now() },
  });
  const { pathname, search } = new URL(signed);
  return pathname + search;
}
