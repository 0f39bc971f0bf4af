import type { WebSocket } from 'ws';
import type { Clock } from '../emulator-types.ts';
import type { OpenConnection } from './gateway-types.ts';
import type { ConnectionFacts } from './socket-event.ts';

/**
 * Limits of a connection.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
 */
const IDLE_MAX_MS = 10 * 60_000;
const LIFE_MAX_MS = 2 * 60 * 60_000;

export interface LiveConnection {
  readonly facts: ConnectionFacts;
  readonly socket: WebSocket;
  lastActiveAt: number;
}

export interface Connections {
  add(facts: ConnectionFacts, socket: WebSocket): LiveConnection;
  get(connectionId: string): LiveConnection | undefined;
  remove(connectionId: string): void;
  list(): readonly OpenConnection[];
  all(): readonly LiveConnection[];
  stopSweeping(): void;
}

/**
 * Tracks the open connections of one WebSocket API. Every `sweepMs` milliseconds, closes connections that are over a
 * time limit by the stack's clock, with code 1001.
 */
export function createConnections(clock: Clock, sweepMs: number): Connections {
  const live = new Map<string, LiveConnection>();
  const sweep = () => {
    const now = clock.now();
    for (const { facts, socket, lastActiveAt } of live.values())
      if (now - lastActiveAt >= IDLE_MAX_MS || now - facts.connectedAt >= LIFE_MAX_MS)
        socket.close(1001, 'Going away');
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();
  return {
    add(facts, socket) {
      const connection = { facts, socket, lastActiveAt: facts.connectedAt };
      live.set(facts.connectionId, connection);
      return connection;
    },
    get: (connectionId) => live.get(connectionId),
    remove: (connectionId) => void live.delete(connectionId),
    list: () =>
      [...live.values()].map(({ facts, lastActiveAt }) => ({
        connectionId: facts.connectionId,
        connectedAt: facts.connectedAt,
        lastActiveAt,
        authorizer: facts.authorizer,
      })),
    all: () => [...live.values()],
    stopSweeping: () => clearInterval(timer),
  };
}
