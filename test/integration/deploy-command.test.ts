/** `npm run deploy`: its steps, their order, and the step at which it ends. Scripts stand in for Vite and CDK. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';
import { MAIL, mendAll } from '../support/doctor.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let folder: string;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
  for (const name of ['vite', 'cdk']) standIn(name, 0);
});
afterEach(() => {
  shell = {};
  rmSync(folder, { recursive: true });
  mendAll(stack);
});

/** Puts a script of that name first in the path. It writes its arguments to a file and exits with `code`. */
function standIn(name: string, code: number): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\nexit ${code}\n`);
  chmodSync(file, 0o755);
}

/** Variables of the shell that deploys, beside those of the operator. */
let shell: Readonly<Record<string, string | undefined>> = {};

function deploy(...args: string[]): Promise<{ code: number; out: string; error: string; calls: string[] }> {
  const env = { ...stack.inner.operator, PATH: `${folder}:${process.env.PATH}`, ...shell };
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof deploy>>>();
  const child = execFile(
    process.execPath,
    ['bin/deploy.ts', ...args],
    { cwd: ROOT, env },
    (_, out, error) => {
      const calls = readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');
      resolve({ code: child.exitCode ?? -1, out, error, calls });
    },
  );
  return promise;
}

it('builds, checks the account, deploys and checks the deployment, with the same configuration', async () => {
  const { code, out, error, calls } = await deploy(...MAIL, '--require-approval', 'never');
  expect([code, error]).toEqual([0, '']);
  expect(calls).toEqual([
    'vite build --logLevel warn web',
    `cdk deploy --all ${MAIL.join(' ')} --require-approval never`,
  ]);
  expect(out).toMatch(
    /Looking at the account .+ok +mail +hello@example.com is verified.+Looking at the deployment .+ok +site/s,
  );
});

it.each([['-c=productName=Other'], ['--context=productName=Other'], ['--context', 'productName=Other']])(
  'checks the deployment that %j names',
  async (...flags) => {
    const { out, calls } = await deploy(...flags);
    expect(calls.at(-1)).toBe(`cdk deploy --all ${flags.join(' ')}`);
    expect(out.match(/other-dev is not deployed yet/g)).toHaveLength(2);
  },
);

it.each([['--profile', 'mine'], ['--profile=mine']])(
  'checks with the profile that %j names',
  async (...flags) => {
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = stack.inner.operator;
    const file = path.join(folder, 'credentials');
    writeFileSync(file, `[mine]\naws_access_key_id=${id}\naws_secret_access_key=${secret}\n`);
    shell = {
      ...{
        AWS_ACCESS_KEY_ID: undefined,
        AWS_SECRET_ACCESS_KEY: undefined,
        AWS_SHARED_CREDENTIALS_FILE: file,
      },
      ...{ HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: '1' },
    };
    const { code, error } = await deploy(...MAIL, ...flags);
    expect([code, error]).toEqual([0, '']);
  },
);

it('does not deploy to an account that is not ready', async () => {
  stack.inner.account.bootstrapVersion = undefined;
  const { code, error, calls } = await deploy();
  expect([code, calls]).toEqual([1, ['vite build --logLevel warn web']]);
  expect(error).toContain('Mend first: bootstrap.');
});

it('deploys although the deployment is not sound, and fails if it still is not afterwards', async () => {
  stack.inner.account.gatewayRole = '';
  const { code, error, calls } = await deploy();
  expect([code, calls.length]).toEqual([1, 2]);
  expect(error).toBe('Mend first: API logs.\n\nLooking at the deployment: failed.\n');
});

it('ends with the exit code of a deployment that fails', async () => {
  standIn('cdk', 7);
  const { code, out } = await deploy();
  expect(code).toBe(7);
  expect(out).not.toContain('Looking at the deployment');
});
