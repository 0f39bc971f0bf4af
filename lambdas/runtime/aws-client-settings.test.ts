import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, vi } from 'vitest';
import { timeouts } from './aws-client-settings.ts';

const ROOT = `${import.meta.dirname}/..`;
const CLIENT = /new (?:\w+\.)?\w+Client\((?:\w+\)|\{[\s\S]*?\}\))/g;

/**
 * File of the only client without time limits. The reply's own idle limit ends its stream, and its calls are not
 * repeated.
 */
const STREAMING = 'models/bedrock.ts';

it('every AWS client of the product has timeouts', () => {
  const clients = globSync('**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && file !== STREAMING)
    .flatMap((file) => {
      const source = readFileSync(`${ROOT}/${file}`, 'utf8');
      return [...source.matchAll(CLIENT)].map(([text]) => ({ file, text, source }));
    });
  expect(clients.length).toBeGreaterThanOrEqual(5);
  const without = clients.filter(({ text, source }) => {
    const named = /\((\w+)\)/.exec(text)?.[1];
    const options = named ? (new RegExp(`const ${named} = [^;]*;`).exec(source)?.[0] ?? '') : text;
    return !options.includes('...timeouts(');
  });
  expect(without.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

it('ATTEMPT_MAX_MS shortens the time limits of an attempt', () => {
  expect(timeouts({ requestMs: 3_000 }).requestHandler).toMatchObject({
    ...{ connectionTimeout: 2_000, requestTimeout: 3_000 },
  });
  vi.stubEnv('ATTEMPT_MAX_MS', '700');
  expect(timeouts({ requestMs: 3_000 }).requestHandler).toMatchObject({
    ...{ connectionTimeout: 700, requestTimeout: 700 },
  });
  expect(timeouts({ requestMs: 500 }).requestHandler).toMatchObject({ requestTimeout: 500 });
  vi.unstubAllEnvs();
});

it('a call without an answer is attempted as often as configured, then times out', async () => {
  let calls = 0;
  const silent = createServer(() => {
    calls += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo; // an object, because the server listens on a port
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    ...timeouts({ requestMs: 500, attempts: 2 }),
  });
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({ name: 'TimeoutError' });
  // On a busy machine the server reads the second request after the client has given it up.
  await expect.poll(() => calls).toBe(2);
  client.destroy();
  silent.closeAllConnections();
  silent.close();
});
