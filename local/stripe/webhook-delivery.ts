/**
 * Sends signed events to webhook endpoints. Sends an event again after each pause of `retryDelaysMs`, until the
 * endpoint answers with a 2xx status or 410.
 */
import https from 'node:https';
import Stripe from 'stripe';
import type { Clock, Log } from '../emulator-types.ts';
import { newId, type Store, type Undelivered } from './store.ts';

const TIMEOUT_MS = 20_000;

export interface WebhooksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ca: Buffer;
  readonly log: Log;
  /** Milliseconds to wait before each retry. An event stays undelivered if the first attempt and all retries fail. */
  readonly retryDelaysMs: readonly number[];
}

export interface Webhooks {
  publish(event: Stripe.EventBase): void;
  /** Sends the events that an earlier process left undelivered. */
  resume(): void;
  /** Stops sending new events and stops retries. Undelivered events wait until `release` or `deliver` sends them. */
  hold(): void;
  /** Ends `hold`, and sends the undelivered events of `eventIds` in this order. @default all, oldest first */
  release(eventIds?: readonly string[]): Promise<void>;
  /**
   * Sends an event `times` times (default 1) to each endpoint that subscribes to its type, even while events are held.
   * Returns the HTTP status of each request: 0 without a response, 410 for a disabled endpoint.
   */
  deliver(
    eventId: string,
    options?: { readonly times?: number; readonly parallel?: boolean },
  ): Promise<number[]>;
  drop(eventId?: string): void;
  undelivered(): Stripe.EventBase[];
  /** Resolves when no event is being sent and no retry is waiting. Calls of `deliver` do not count. */
  settled(): Promise<void>;
  close(): void;
}

export function createWebhooks({ store, clock, ca, log, retryDelaysMs }: WebhooksOptions): Webhooks {
  const agent = new https.Agent({ ca, keepAlive: true });
  /** Running chains of attempts. Each sends one event to one endpoint. The key is the id of the `Undelivered`. */
  const running = new Map<string, Promise<void>>();
  const timers = new Map<NodeJS.Timeout, () => void>();
  let holding = false;
  /**
   * Number of calls of `hold`. Each chain of attempts remembers the number at its start (`begunIn`). If `hold` is
   * called later, the chain makes no further retry. `release` then starts a new chain.
   */
  let holds = 0;
  let closed = false;

  async function send(event: Stripe.EventBase, endpointId: string): Promise<number> {
    const endpoint = store.endpoints.get(endpointId);
    const secret = store.secrets.get(endpointId)?.secret;
    if (!endpoint || secret === undefined || endpoint.status !== 'enabled') return 410;
    const payload = JSON.stringify(event, undefined, 2);
    const timestamp = Math.floor(clock.now() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const status = await post(endpoint.url, payload, signature, agent);
    log('stripe', `${event.type} ${event.id} to ${endpoint.url}: ${status || 'no answer'}`);
    return status;
  }

  async function attempt(wanted: Undelivered, tries: number, begunIn: number): Promise<void> {
    const event = store.events.get(wanted.event);
    if (closed || !store.undelivered.get(wanted.id)) return;
    const status = event ? await send(event, wanted.endpoint) : 410;
    if (closed) return;
    if (isDelivered(status) || status === 410) {
      store.undelivered.delete(wanted.id);
      store.save();
      return;
    }
    const delay = retryDelaysMs[tries];
    const isHeld = () => holding || begunIn !== holds;
    if (delay === undefined || isHeld()) return;
    await pause(delay);
    if (!isHeld()) await attempt(wanted, tries + 1, begunIn);
  }

  function start(wanted: Undelivered): Promise<void> {
    const { id } = wanted;
    const [earlier, begunIn] = [running.get(id), holds];
    const chain = async () => {
      await earlier;
      await attempt(wanted, 0, begunIn);
    };
    const done: Promise<void> = chain().finally(() => {
      if (running.get(id) === done) running.delete(id);
    });
    running.set(id, done);
    return done;
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.set(timer, resolve);
    });

  function endPauses(): void {
    for (const [timer, resolve] of timers) {
      clearTimeout(timer);
      resolve();
    }
    timers.clear();
  }

  const pendingOf = (eventId: string) => store.undelivered.all().filter(({ event }) => event === eventId);

  return {
    publish(event) {
      for (const endpoint of store.endpoints.all()) {
        const { status, enabled_events: types } = endpoint;
        if (status !== 'enabled' || !(types.includes('*') || types.includes(event.type))) continue;
        const wanted = { id: newId('del'), event: event.id, endpoint: endpoint.id };
        store.undelivered.put(wanted);
        // `setImmediate` delays the sending, so that the API call that caused the event can first store its change and
        // respond.
        if (!holding) setImmediate(() => void start(wanted));
      }
    },
    resume() {
      for (const wanted of store.undelivered.all()) void start(wanted);
    },
    hold() {
      holding = true;
      holds += 1;
      endPauses();
    },
    async release(eventIds) {
      holding = false;
      const held = eventIds ? eventIds.flatMap(pendingOf) : store.undelivered.all();
      for (const wanted of held) await start(wanted);
    },
    async deliver(eventId, { times = 1, parallel = false } = {}) {
      const event = store.events.get(eventId);
      if (!event) throw new Error(`There is no event ${eventId}`);
      const endpoints = store.endpoints
        .all()
        .filter(({ enabled_events: types }) => types.includes('*') || types.includes(event.type));
      const statuses: number[] = [];
      const sendOne = async (endpointId: string) => {
        const status = await send(event, endpointId);
        statuses.push(status);
        if (isDelivered(status))
          for (const { id, endpoint } of pendingOf(eventId))
            if (endpoint === endpointId) store.undelivered.delete(id);
      };
      const all = endpoints.flatMap(({ id }) => Array.from({ length: times }, () => id));
      if (parallel) await Promise.all(all.map(sendOne));
      else for (const id of all) await sendOne(id);
      store.save();
      return statuses;
    },
    drop(eventId) {
      for (const { id, event } of store.undelivered.all())
        if (eventId === undefined || event === eventId) store.undelivered.delete(id);
      store.save();
    },
    undelivered: () =>
      [...new Set(store.undelivered.all().map(({ event }) => event))].flatMap(
        (id) => store.events.get(id) ?? [],
      ),
    async settled() {
      do {
        await new Promise(setImmediate);
        await Promise.all(running.values());
      } while (running.size > 0);
    },
    close() {
      closed = true;
      endPauses();
      agent.destroy();
    },
  };
}

const isDelivered = (status: number): boolean => status >= 200 && status < 300;

function post(url: string, payload: string, signature: string, agent: https.Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = https.request(
      url,
      {
        method: 'POST',
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('timeout', () => request.destroy(new Error('timeout')));
    request.on('error', () => resolve(0));
    request.end(payload);
  });
}
