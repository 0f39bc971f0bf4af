/** The bucket of files as browsers reach it: with credentials of the identity pool, and by presigned addresses. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { FileInfo } from '#contract/entities';
import { http } from '#contract/http-calls';
import type { SiteConfig } from '#contract/site-config';
import { signedUrl } from '../../local/s3/presign-for-tests.ts';
import { ask } from './https-request.ts';
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

/** Client of the whole bucket, with the rights of the operator. */
export function operatorsBucket(stack: TestStack): { readonly Bucket: string; readonly client: S3Client } {
  const { outputs, operator: env, urls } = stack.inner;
  const credentials = {
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  };
  return {
    Bucket: outputs.FilesBucket ?? '',
    client: new S3Client({ endpoint: urls.s3, region: REGION, credentials }),
  };
}

/** Keys of all objects below a prefix. */
export async function keysBelow(stack: TestStack, prefix: string): Promise<string[]> {
  const { Bucket, client } = operatorsBucket(stack);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  return Contents.map(({ Key = '' }) => Key);
}

/** Uploads bytes as the user's browser does. Returns the key. */
export async function upload(
  stack: TestStack,
  user: Pick<TestUser, 'token'>,
  fileId: string,
  bytes: Uint8Array | string,
): Promise<string> {
  const { identityId, client } = await identityOf(stack, user);
  const Key = `uploads/${identityId}/${fileId}`;
  await client.send(new PutObjectCommand({ Bucket: await bucketUrlOf(stack), Key, Body: bytes }));
  return Key;
}

export const register = (
  stack: TestStack,
  { token }: Pick<TestUser, 'token'>,
  fileId: string,
  name: string,
) => stack.http('POST', '/api/files', { token, body: { fileId, name } });

/** Uploads and registers a file. */
export async function givenFile(
  stack: TestStack,
  user: TestUser,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array | string },
): Promise<FileInfo> {
  const fileId = randomUUID();
  await upload(stack, user, fileId, bytes);
  const { status, text } = await register(stack, user, fileId, name);
  if (status !== 200) throw new Error(`The file was not registered: ${text}`);
  return http.registerFile.response.parse(JSON.parse(text)).file;
}

/** Reads a file as the user's browser does, by an address on the site's origin. */
export async function readFile(stack: TestStack, { token }: TestUser, fileId: string, asDownload = false) {
  const body = { fileIds: [fileId], asDownload };
  const { text } = await stack.http('POST', '/api/files/addresses', { token, body });
  const [found] = http.getFileAddresses.response.parse(JSON.parse(text)).addresses;
  if (!found) return undefined;
  return { ...found, answer: await ask(`${stack.urls.site}${found.address}`, 'GET') };
}
