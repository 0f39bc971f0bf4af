import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeptChat, nextStep, type RetentionTerms, retentionTermsOf } from './removal-rule.ts';

const DAY = 86_400_000;
const NOTICE = 14;
const FREE: RetentionTerms = { days: 180, noticeDays: NOTICE };
const FOREVER: RetentionTerms = { days: null, noticeDays: NOTICE };
const NOW = Date.parse('2026-11-21T12:00:00Z');
const usedDaysAgo = (days: number): KeptChat => ({ lastUsed: NOW - days * DAY });
const marked = (days: number, removeAt: number): KeptChat => ({
  ...usedDaysAgo(days),
  removeAt,
  keptDays: 180,
});
const MARK = { kind: 'mark', removeAt: NOW + NOTICE * DAY, keptDays: 180 };

describe('a chat without a mark', () => {
  it.each([
    ['used within the days', usedDaysAgo(179), FREE, { kind: 'leave' }],
    ['unused for exactly the days', usedDaysAgo(180), FREE, MARK],
    ['long unused', usedDaysAgo(2_000), FREE, MARK],
    ['of a plan that keeps everything', usedDaysAgo(2_000), FOREVER, { kind: 'leave' }],
    ['long unused, but pinned', { ...usedDaysAgo(2_000), isPinned: true }, FREE, { kind: 'leave' }],
  ])('that is %s', (_, chat, keeping, step) => {
    expect(nextStep(chat, keeping, NOW)).toEqual(step);
  });
});

describe('a chat with a mark', () => {
  it.each([
    ['whose time has not come stays', marked(190, NOW + 1), FREE, { kind: 'leave' }],
    ['whose time has come is removed', marked(200, NOW), FREE, { kind: 'remove' }],
    ['loses it when it is pinned', { ...marked(200, NOW), isPinned: true }, FREE, { kind: 'unmark' }],
    ['loses it when it was used again', marked(1, NOW + DAY), FREE, { kind: 'unmark' }],
    ['loses it when the plan keeps it longer now', marked(200, NOW), FOREVER, { kind: 'unmark' }],
    [
      'loses it when the plan keeps it longer now, by days',
      marked(200, NOW),
      { ...FREE, days: 365 },
      { kind: 'unmark' },
    ],
    [
      'that was made for other days is marked again',
      marked(400, NOW),
      { ...FREE, days: 90 },
      { ...MARK, keptDays: 90 },
    ],
    [
      'that was made before a plan ended is marked again',
      marked(400, NOW),
      { ...FREE, endedAt: NOW - DAY },
      MARK,
    ],
    [
      'that was made after a plan ended is removed when the mark’s time has come',
      marked(400, NOW),
      { ...FREE, endedAt: NOW - 20 * DAY },
      { kind: 'remove' },
    ],
    [
      'is not marked again each day before the paid period of an ended plan is over',
      marked(400, NOW + DAY),
      { ...FREE, endedAt: NOW + 20 * DAY },
      { kind: 'leave' },
    ],
  ])('%s', (_, chat, keeping, step) => {
    expect(nextStep(chat, keeping, NOW)).toEqual(step);
  });
});

/** Event of a chat's life, `hours` after the one before. */
type Happening = { readonly hours: number } & (
  | { readonly what: 'use' }
  | { readonly what: 'look' }
  | { readonly what: 'plan'; readonly days: number | null }
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('look' as const), hours: fc.nat(24 * 40) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('use' as const), hours: fc.nat(24 * 200) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('plan' as const),
      hours: fc.nat(24 * 200),
      days: fc.constantFrom(null, 30, 180, 365),
    }),
  },
);

/** State of the simulation: the chat, its plan's terms, and what has happened since the chat was marked. */
interface World {
  now: number;
  chat: KeptChat;
  keeping: RetentionTerms;
  isRemoved: boolean;
  noticedAt: number;
  /** True if a plan since `noticedAt` keeps the chat for more days than the mark names. */
  wasKeptLonger: boolean;
}

function live(world: World, { what, hours, ...rest }: Happening): void {
  world.now += hours * 3_600_000;
  if (what === 'use') world.chat = { lastUsed: world.now };
  if (what === 'plan' && 'days' in rest) change(world, rest.days);
  if (what === 'look') look(world);
}

function change(world: World, days: number | null): void {
  const isLonger = (one: number | null, other: number | null) => (one ?? Infinity) > (other ?? Infinity);
  const endedAt = isLonger(world.keeping.days, days) ? world.now : world.keeping.endedAt;
  world.keeping = { days, noticeDays: NOTICE, endedAt };
  if (isLonger(days, world.chat.keptDays ?? null)) world.wasKeptLonger = true;
}

function look(world: World): void {
  const step = nextStep(world.chat, world.keeping, world.now);
  if (step.kind === 'mark') {
    world.noticedAt = world.now;
    world.wasKeptLonger = false;
    world.chat = { ...world.chat, removeAt: step.removeAt, keptDays: step.keptDays };
  }
  if (step.kind === 'unmark') world.chat = { lastUsed: world.chat.lastUsed };
  if (step.kind === 'remove') world.isRemoved = true;
}

it('no chat is removed before its whole notice, while its plan keeps it, or after it was used again', () => {
  let removals = 0;
  fc.assert(
    fc.property(fc.array(happening, { minLength: 5, maxLength: 40 }), (happenings) => {
      const world: World = {
        now: NOW,
        chat: usedDaysAgo(0),
        keeping: FREE,
        isRemoved: false,
        noticedAt: Infinity,
        wasKeptLonger: false,
      };
      for (const one of happenings) {
        live(world, one);
        if (!world.isRemoved) continue;
        removals += 1;
        const { now, chat, keeping, noticedAt, wasKeptLonger } = world;
        expect(now - noticedAt).toBeGreaterThanOrEqual(NOTICE * DAY);
        expect(now - chat.lastUsed).toBeGreaterThanOrEqual((keeping.days ?? Infinity) * DAY);
        expect(noticedAt).toBeGreaterThan(chat.lastUsed);
        expect(wasKeptLonger).toBe(false);
        return;
      }
    }),
    { numRuns: 2_000 },
  );
  expect(removals).toBeGreaterThan(50);
});

const RETENTION = { free: 180, monthly: 365, yearly: null, noticeDays: 14 };
const PREMIUM = { tier: 'paid', active: true } as const;
const SECONDS = 1_790_000_000;

it.each([
  ['free', { tier: 'free', active: false } as const, { days: 180 }],
  ['monthly', { ...PREMIUM, planType: 'monthly' as const }, { days: 365 }],
  ['yearly (extended history retention)', { ...PREMIUM, planType: 'yearly' as const }, { days: null }],
  ['Premium without a period, as monthly', PREMIUM, { days: 365 }],
  [
    'a yearly plan that is over',
    { ...PREMIUM, active: false, planType: 'yearly' as const, expiresAt: SECONDS },
    { days: 180, endedAt: SECONDS * 1_000 },
  ],
])('the retention terms follow the plan: %s', (_, plan, keeping) => {
  expect(retentionTermsOf(plan, RETENTION)).toEqual({ noticeDays: 14, ...keeping });
});
