import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../lib/config.ts';
import { admins } from './admins.ts';

const PAGES = [
  { Users: Array.from({ length: 60 }, (_, n) => ({ Username: `u${n}`, Enabled: true })), NextToken: 'more' },
  { Users: [{ Username: 'last', Enabled: true }] },
];

/** Answers as Cognito: the page of administrators that the call asks for. */
const cognito = createServer(async (request, response) => {
  const { NextToken } = JSON.parse(await text(request));
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  response.end(JSON.stringify(PAGES[NextToken === 'more' ? 1 : 0]));
});

it('counts the administrators of all pages', async () => {
  await new Promise<void>((resolve) => cognito.listen(0, '127.0.0.1', resolve));
  const { port } = cognito.address() as AddressInfo; // listens on TCP
  try {
    const aws = {
      ...{ region: 'us-east-1', maxAttempts: 1, requestHandler: {}, endpoint: `http://127.0.0.1:${port}` },
      credentials: async () => ({ accessKeyId: 'x', secretAccessKey: 'x' }),
    };
    const config = parseConfig({ stage: 'dev', adminsNeedSecondFactor: false });
    const outputs = { UserPoolId: 'us-east-1_x' };
    const deployment = { name: 'parley-dev', data: undefined, app: undefined, outputs, resources: () => [] };
    const told = await admins.look({ config, flags: [], account: '000000000000', deployment, aws });
    expect(told).toEqual({ state: 'ok', why: '61 admins.' });
  } finally {
    cognito.close();
  }
});
