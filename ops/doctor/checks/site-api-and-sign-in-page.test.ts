import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../lib/config.ts';
import { site } from './site-api-and-sign-in-page.ts';

const otherPool = (response: ServerResponse) =>
  response.end(JSON.stringify({ userPoolId: 'us-east-1_other', hostedUiDomain: 'localhost' }));
const noFile = (response: ServerResponse) => response.writeHead(404).end();

it.each([
  ['names another user pool', otherPool, 'npx cdk deploy --all -c stage=prod'],
  ['is missing', noFile, 'npm run build && npx cdk deploy --all -c stage=prod'],
])('when config.json of the site in prod %s, the advice deploys prod', async (_, answer, mend) => {
  const server = createServer((_request, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP
  try {
    const config = parseConfig({ stage: 'prod' });
    const flags = ['stage=prod'];
    const outputs = { SiteUrl: `http://127.0.0.1:${port}`, UserPoolId: 'us-east-1_x' };
    const deployment = { name: 'parley-prod', data: undefined, app: undefined, outputs, resources: () => [] };
    const aws = {
      ...{ region: 'us-east-1', maxAttempts: 1, requestHandler: {} },
      credentials: async () => ({ accessKeyId: 'x', secretAccessKey: 'x' }),
    };
    const told = await site.look({ config, flags, account: '000000000000', deployment, aws });
    expect(told).toMatchObject({ state: 'failure', mend });
  } finally {
    server.close();
  }
});
