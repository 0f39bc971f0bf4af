/** Tests Stripe's events in every order, while the stored item and Stripe's state change (docs/safety.md 29). */
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SubscriptionItem } from '../../store/billing/read-subscription-and-plan.ts';
import { syncSubscription } from './sync-from-stripe.ts';

const EVENTS = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
];
const OWNER = 'owner';
const CUSTOMER = 'cus_1';

const world = vi.hoisted(() => ({
  item: undefined as SubscriptionItem | undefined,
  applied: new Set<string>(),
  writes: 0,
  ofStripe: [] as unknown[],
  /** Runs after Stripe has read its answer, and before the product receives it. */
  afterFetching: async (): Promise<void> => undefined,
}));

async function write(before: SubscriptionItem, state: Omit<SubscriptionItem, 'version'>, eventId?: string) {
  if (world.item?.version !== before.version || (eventId !== undefined && world.applied.has(eventId)))
    return false;
  world.item = { ...state, version: before.version + 1 };
  if (eventId !== undefined) world.applied.add(eventId);
  world.writes += 1;
  return true;
}

vi.mock('../../store/billing/read-subscription-and-plan.ts', () => ({
  readSubscription: async () => world.item,
}));
vi.mock('../../store/billing/applied-stripe-events.ts', () => ({
  isApplied: async (id: string) => world.applied.has(id),
}));
vi.mock('../../store/billing/write-subscription-and-last-asked.ts', () => ({
  writeSubscription: (_: string, before: SubscriptionItem, state: SubscriptionItem) => write(before, state),
  writeFromEvent: (
    _: string,
    before: SubscriptionItem,
    state: SubscriptionItem,
    { eventId }: { eventId: string },
  ) => write(before, state, eventId),
}));
const list = async () => {
  const data = [...world.ofStripe];
  await world.afterFetching();
  return { data };
};
vi.mock('../../runtime/stripe.ts', () => ({
  withStripe: (work: (stripe: unknown) => unknown) => work({ subscriptions: { list } }),
}));
// Pauses end at once.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

const subscription = (status: Stripe.Subscription.Status, end: number) => ({
  ...{ id: 'sub_1', status, cancel_at: null, cancel_at_period_end: false },
  items: { data: [{ current_period_end: end, price: { recurring: { interval: 'month' } } }] },
});
/** States of the subscription at Stripe, one after the other. */
const LIFE = [
  [],
  [subscription('incomplete', 100)],
  [subscription('active', 100)],
  [subscription('active', 200)],
  [subscription('past_due', 300)],
  [subscription('canceled', 300)],
];

beforeEach(() => {
  world.item = { tier: 'free', active: false, version: 1, customerId: CUSTOMER };
  world.applied = new Set();
  world.writes = 0;
  world.ofStripe = [];
  world.afterFetching = async () => undefined;
});

const orders = (items: readonly string[]): string[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
const apply = (eventId: string) => syncSubscription({ owner: OWNER, customerId: CUSTOMER }, eventId);
const start = () => {
  world.item = { tier: 'free', active: false, version: 1, customerId: CUSTOMER };
  world.applied = new Set();
};

describe('events', () => {
  it.each(LIFE.map((state, i) => [i, state] as const))(
    'leave the same item in all 720 orders, with Stripe in state %i',
    async (_, state) => {
      const ends = new Set<string>();
      world.ofStripe = state;
      for (const order of orders(EVENTS)) {
        start();
        for (const event of order) await apply(event);
        ends.add(JSON.stringify(world.item));
      }
      expect(ends.size).toBe(1);
    },
  );

  it('that overtake each other between fetch and write leave the state that Stripe had last', async () => {
    const ends = new Set<string>();
    // The last state of each order differs from all states before it.
    const life = LIFE.slice(0, -1);
    for (const order of orders(EVENTS)) {
      start();
      // Before an event's state is written, the state at Stripe changes and the next event overtakes the first.
      let moment = 0;
      const waiting = [...order];
      world.ofStripe = [];
      world.afterFetching = async () => {
        moment += 1;
        world.ofStripe = life[moment] ?? life.at(-1) ?? [];
        const next = waiting.shift();
        if (next !== undefined) await apply(next);
      };
      while (waiting.length > 0) await apply(waiting.shift() ?? '');
      ends.add(JSON.stringify({ ...world.item, version: 0 }));
    }
    expect([...ends].map((end) => JSON.parse(end))).toMatchObject([
      { tier: 'paid', active: true, expiresAt: 300, paymentFailed: true, customerId: CUSTOMER },
    ]);
  });

  it('that come twenty times are written once (docs/safety.md 28)', async () => {
    world.ofStripe = LIFE[2] ?? [];
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => apply('evt_1')));
    expect(world.writes).toBe(1);
    expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(1);
  });

  it('write no item where the owner has none, and change none that has another customer', async () => {
    world.ofStripe = LIFE[2] ?? [];
    const other = { tier: 'free', active: false, version: 1, customerId: 'cus_other' } as const;
    world.item = other;
    expect((await apply('evt_1')).kind).toBe('foreign');
    expect(world.item).toBe(other);
    world.item = undefined;
    expect((await apply('evt_1')).kind).toBe('absent');
    expect([world.item, world.writes]).toEqual([undefined, 0]);
  });
});
