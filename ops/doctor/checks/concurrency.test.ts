import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../../lib/config.ts';
import { concurrency } from './concurrency.ts';

/**
 * Runs the check in an account with a limit of 1,000 functions at a time.
 * @param own reservation of this deployment; undefined before its first deployment
 */
async function look(replies: number, { own, others }: { readonly own?: number; readonly others: number }) {
  const limit = {
    ConcurrentExecutions: 1_000,
    UnreservedConcurrentExecutions: 1_000 - others - (own ?? 0),
  };
  const server = createServer(({ url = '' }, response) => {
    const isOfFunction = url === '/2019-09-30/functions/Reply/concurrency';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isOfFunction ? { ReservedConcurrentExecutions: own } : { AccountLimit: limit }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port } = server.address() as AddressInfo; // listens on TCP
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
  const resources = () => (own === undefined ? [] : ['Reply']);
  return concurrency.look({
    config: parseConfig({ concurrency: { replies } }),
    flags: [],
    account: '000000000000',
    deployment: { name: 'parley-dev', data: undefined, app: undefined, outputs: {}, resources },
    aws: {
      ...{ region: 'us-east-1', maxAttempts: 1, requestHandler: {} },
      credentials: async () => ({ accessKeyId: 'x', secretAccessKey: 'x' }),
    },
  });
}

it.each([
  [400, 600, 'failure', /400 of the account’s 1000 .+ others reserve 600/, /reserve at most 300, /],
  [300, 600, 'ok', /1000 functions/, undefined],
  [1, 900, 'failure', /others reserve 900/, /^Leave concurrency out, or ask for more/],
])(
  'a first deployment that reserves %i where others reserve %i is a %s',
  async (replies, others, state, why, mend) => {
    expect(await look(replies, { others })).toMatchObject({
      state,
      why: expect.stringMatching(why),
      ...(mend && { mend: expect.stringMatching(mend) }),
    });
  },
);

it.each([
  [300, 'ok'],
  [301, 'failure'],
])('the present reservation of the deployment is free for a new one of %i: %s', async (replies, state) => {
  expect(await look(replies, { own: 200, others: 600 })).toMatchObject({ state });
});
