/** Schedule of one run: steps of users, and faults. It is plain data, which fast-check makes and shrinks. */
import fc from 'fast-check';

/** Effect on a frame. A delayed one may be overtaken, so delays also put frames out of order. */
export type FrameEffect =
  | { readonly kind: 'drop' | 'duplicate' | 'close' }
  | { readonly kind: 'delay'; readonly ms: number };

/** Strikes the nth frame of a device in one direction: `in` to the server, `out` to the device. */
export interface FrameFault {
  readonly device: number;
  readonly direction: 'in' | 'out';
  readonly nth: number;
  readonly effect: FrameEffect;
}

/** Strikes the nth read of a history by a device: it fails, or its answer is delayed and outdated. */
export interface ReadFault {
  readonly device: number;
  readonly nth: number;
  readonly effect: 'fail' | { readonly ms: number };
}

/** Fault of the nth reply of the run. */
export interface ReplyFault {
  readonly nth: number;
  /** `crash`: the worker dies after `pieces` and another takes over; `bodiless`: too large for a frame. */
  readonly kind: 'crash' | 'fail' | 'bodiless';
  readonly pieces: number;
}

const OTHER_ACTIONS = [
  'switch',
  'reload',
  'retry',
  'stop',
  'disconnect',
  'older',
  'newer',
  'find',
  'edit',
  'regenerate',
  'like',
] as const;

/** Step of a user, so many milliseconds after the one before. */
export interface Step {
  readonly afterMs: number;
  readonly device: number;
  readonly action: 'send' | (typeof OTHER_ACTIONS)[number];
}

export interface Schedule {
  readonly steps: readonly Step[];
  readonly frames: readonly FrameFault[];
  readonly reads: readonly ReadFault[];
  readonly replies: readonly ReplyFault[];
}

const device = fc.nat({ max: 1 });
const delay = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 4_000 }), fc.constant(25_000));

const effect: fc.Arbitrary<FrameEffect> = fc.oneof(
  fc.record({ kind: fc.constantFrom('drop', 'duplicate', 'close') }),
  fc.record({ kind: fc.constant('delay'), ms: fc.integer({ min: 1, max: 3_000 }) }),
);

const readEffect: fc.Arbitrary<ReadFault['effect']> = fc.oneof(
  fc.constant('fail' as const),
  fc.record({ ms: fc.integer({ min: 1, max: 5_000 }) }),
);

const step: fc.Arbitrary<Step> = fc.record({
  afterMs: delay,
  device,
  action: fc.oneof(
    { weight: 6, arbitrary: fc.constant('send') },
    {
      weight: 7,
      arbitrary: fc.constantFrom(...OTHER_ACTIONS),
    },
  ),
});

export const schedule: fc.Arbitrary<Schedule> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  frames: fc.array(
    fc.record({ device, direction: fc.constantFrom('in', 'out'), nth: fc.nat({ max: 60 }), effect }),
    { maxLength: 14 },
  ),
  reads: fc.array(
    fc.record({
      device,
      nth: fc.nat({ max: 8 }),
      effect: readEffect,
    }),
    { maxLength: 4 },
  ),
  replies: fc.array(
    fc.record({
      nth: fc.nat({ max: 6 }),
      kind: fc.constantFrom('crash', 'fail', 'bodiless'),
      pieces: fc.nat({ max: 12 }),
    }),
    { maxLength: 3 },
  ),
});
