import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { afterEach, expect, it, vi } from 'vitest';
import { adoptCredentials, pointAtLocalStack } from './set-aws-environment.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'parley-connection-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

it('the SDK uses the local stack’s key when the shell names a profile and a session', async () => {
  const [stackFile, profiles] = [path.join(dir, 'stack.json'), path.join(dir, 'credentials')];
  const operator = { AWS_ACCESS_KEY_ID: 'LOCAL', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'us-east-1' };
  writeFileSync(stackFile, JSON.stringify({ operator }));
  writeFileSync(profiles, '[prod]\naws_access_key_id = AKIAPROD\naws_secret_access_key = prod\n');
  for (const name of Object.keys(operator)) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_PROFILE', 'prod');
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', profiles);
  pointAtLocalStack(stackFile);
  const client = new STSClient({});
  const { accessKeyId, sessionToken } = await client.config.credentials();
  client.destroy();
  expect([accessKeyId, sessionToken]).toEqual(['LOCAL', undefined]);
});

it('long-lived keys are adopted without the token of an earlier session', async () => {
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_SESSION_TOKEN', 'earlier');
  const region = async () => 'us-east-1';
  const credentials = async () => ({ accessKeyId: 'AKIAPROD', secretAccessKey: 'prod' });
  await adoptCredentials({ credentials, region });
  const { AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN } = process.env;
  expect([AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN]).toEqual(['AKIAPROD', undefined]);
});
