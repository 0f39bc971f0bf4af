import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Stack, startStack } from '../stack.ts';
import { writeAssembly } from './handmade-assembly-for-tests.ts';

const ORIGIN = 'https://example.com';
const at = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
/** A custom resource that sets the CORS rules of the bucket `Files`; its function's role has these actions. */
const corsWith = (Action: string[]) => ({
  Setter: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      ...{ Code: { S3Key: 'caller.zip' }, Handler: 'index.handler', Runtime: 'nodejs24.x' },
      Role: at('SetterRole'),
    },
  },
  SetterRole: { Type: 'AWS::IAM::Role', Properties: {} },
  SetterRights: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'SetterRole' }],
      PolicyDocument: { Statement: { Effect: 'Allow', Action, Resource: at('Files') } },
    },
  },
  Cors: {
    Type: 'Custom::BucketCors',
    Properties: {
      ServiceToken: at('Setter'),
      Create: {
        'Fn::Join': [
          '',
          [
            '{"service":"S3","action":"putBucketCors","parameters":{"Bucket":"',
            { Ref: 'Files' },
            `","CORSConfiguration":{"CORSRules":[{"AllowedOrigins":["${ORIGIN}"],"AllowedMethods":["PUT"]}]}}}`,
          ],
        ],
      },
    },
  },
});

let dir: string;
let stack: Stack | undefined;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'buckets-'));
});
afterEach(async () => {
  await stack?.close();
  stack = undefined;
  rmSync(dir, { recursive: true, force: true });
});
const start = async (more: object = {}): Promise<Stack> => {
  stack = await startStack({
    assembly: writeAssembly(path.join(dir, 'cdk.out'), more),
    dataDir: path.join(dir, 'data'),
  });
  return stack;
};
const asOperator = ({ operator }: Stack) =>
  new S3Client({
    ...{ region: 'us-east-1', endpoint: operator.AWS_ENDPOINT_URL_S3 ?? '' },
    credentials: {
      accessKeyId: operator.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: operator.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
const preflight = ({ urls }: Stack) =>
  fetch(`${urls.s3}/app-files/key`, {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' },
  });

it('objects are kept over a restart', async () => {
  const object = { Bucket: 'app-files', Key: 'kept' };
  const first = await start();
  await asOperator(first).send(new PutObjectCommand({ ...object, Body: 'content' }));
  await first.close();
  const { Body } = await asOperator(await start()).send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe('content');
});

it('a custom resource sets the rules for other origins; without it there are none', async () => {
  expect((await preflight(await start(corsWith(['s3:PutBucketCORS'])))).status).toBe(200);
  await stack?.close();
  expect((await preflight(await start())).status).toBe(403);
});

it('a custom resource whose function has no right to set rules fails the start', async () => {
  await expect(start(corsWith(['s3:GetBucketCORS']))).rejects.toThrow(
    /is not authorized to perform: s3:PutBucketCORS on resource: arn:aws:s3:::app-files/,
  );
});
