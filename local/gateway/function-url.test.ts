import { afterEach, expect, it } from 'vitest';
import {
  arnOf,
  type FakeFunction,
  fakeFunctions,
  keptLog,
  movableClock,
} from '../fakes-for-emulator-tests.ts';
import { createFunctionUrl, type Listener, listenPlain } from './gateway-exports.ts';

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

async function givenUrl(run: FakeFunction) {
  const functions = fakeFunctions({ webhook: run });
  const properties = { TargetFunctionArn: arnOf('webhook'), AuthType: 'NONE' };
  const options = {
    urlId: 'url1',
    domainName: 'url1.lambda-url.local',
    clock: movableClock(),
    log: keptLog().log,
  };
  const { handle } = createFunctionUrl({ ...options, properties, invoke: functions.invoke });
  const listener = await listenPlain({ port: 0, handle });
  listeners.push(listener);
  return { url: `http://127.0.0.1:${listener.port}`, functions };
}

it('hands the raw body on, and sends the answer', async () => {
  const { url, functions } = await givenUrl(() => ({ statusCode: 202, body: 'taken' }));
  const body = '{ "a":  1 }';
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1' };
  const response = await fetch(`${url}/hook?x=1`, { method: 'POST', body, headers });
  expect([response.status, await response.text()]).toEqual([202, 'taken']);
  expect(functions.eventsOf('webhook')[0]).toMatchObject({
    routeKey: '$default',
    rawPath: '/hook',
    body,
    isBase64Encoded: false,
    headers: { 'stripe-signature': 't=1' },
    requestContext: { apiId: 'url1', stage: '$default', http: { method: 'POST' } },
  });
});

it.each(['//', '//hook'])('hands the path %s on as it is', async (path) => {
  const { url, functions } = await givenUrl(() => ({ statusCode: 200 }));
  expect((await fetch(`${url}${path}`)).status).toBe(200);
  expect(functions.eventsOf('webhook')[0]).toMatchObject({ rawPath: path });
});

it('takes a result without a status as a body', async () => {
  const { url } = await givenUrl(() => ({ ok: true }));
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
});

it('answers 502 when the function fails, and 413 over 6 MB', async () => {
  const { url } = await givenUrl(() => {
    throw new Error('secret');
  });
  const failed = await fetch(url);
  expect([failed.status, await failed.text()]).toEqual([502, '{"message":"Internal Server Error"}']);
  const body = Buffer.alloc(6 * 1024 * 1024 + 1);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(413);
});
