import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { arnOf, fakeFunctions, keptLog, movableClock } from '../fakes-for-emulator-tests.ts';
import type { FrameFilter } from '../faults/fault-types.ts';
import { createSocketApi, type Listener, listenPlain, type SocketApi } from './gateway-exports.ts';

/** Replaces the default of `vi.waitFor`, one second, which is too short on a busy machine. */
const PATIENCE = { timeout: 4_000 };

let api: SocketApi;
let listener: Listener;
afterEach(async () => {
  await api.close();
  await listener.close();
});

async function givenSocket(frames: FrameFilter) {
  const functions = fakeFunctions({ echo: (event) => ({ statusCode: 200, body: event.body }) });
  api = createSocketApi({
    apiId: 'ws1',
    api: { RouteSelectionExpression: '$request.body.action' },
    stage: { StageName: 'socket' },
    domainName: 'ws1.local',
    routes: {
      d: {
        RouteKey: '$default',
        Target: 'integrations/d',
        RouteResponseSelectionExpression: '$default',
      },
    },
    integrations: { d: { IntegrationType: 'AWS_PROXY', IntegrationUri: arnOf('echo') } },
    routeResponses: [{ RouteId: 'd', RouteResponseKey: '$default' }],
    invoke: functions.invoke,
    authorize: () => {},
    clock: movableClock(),
    log: keptLog().log,
    frames,
  });
  listener = await listenPlain({ port: 0, handle: api.handle, upgrade: api.upgrade });
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/socket`);
  await once(socket, 'open');
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  return { socket, received, functions };
}

it('lets a filter drop, double and change frames either way', async () => {
  const { socket, received, functions } = await givenSocket((frame, deliver) => {
    if (frame.text === 'lost') return;
    if (frame.direction === 'in') deliver(frame.text);
    deliver(frame.direction === 'in' ? frame.text : `<${frame.text}>`);
  });
  socket.send('lost');
  socket.send('twice');
  await vi.waitFor(() => expect(received).toEqual(['<twice>', '<twice>']), PATIENCE);
  expect(functions.eventsOf('echo').map((event) => event.body)).toEqual(['twice', 'twice']);
});

it('does not fail when a delayed frame finds its connection gone', async () => {
  const held: (() => void)[] = [];
  const { socket, functions } = await givenSocket((frame, deliver) => {
    if (frame.direction === 'out') held.push(() => deliver(frame.text));
    else deliver(frame.text);
  });
  socket.send('x');
  await vi.waitFor(() => expect(held).toHaveLength(1), PATIENCE);
  api.dropConnection(api.connections()[0]?.connectionId ?? '');
  await once(socket, 'close');
  held[0]?.();
  expect(functions.eventsOf('echo')).toHaveLength(1);
});
