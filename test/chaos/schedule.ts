/** Makes schedules from a seed: steps of users, and faults between them. Describes schedules in words. */
import type { FrameRule, Step as ServiceStep } from '../../local/faults/faults.ts';
import { createRandom, type Random } from './seeded-random.ts';

/** Devices 0 and 1 are Ada's, device 2 is Bob's. */
export const DEVICES = [0, 1, 2] as const;
export type DeviceNumber = (typeof DEVICES)[number];

const ACTIONS = [
  ...['send', 'edit', 'regenerate', 'retry', 'stop', 'like', 'rename', 'delete', 'undo', 'create', 'switch'],
  ...['reload', 'drop', 'resend', 'offline', 'online', 'read', 'close'],
  ...['share', 'updateShare', 'endShare', 'makeProject', 'move', 'deleteProject', 'import'],
] as const;
type Action = (typeof ACTIONS)[number];

/**
 * `lost`: the call has its effect, but its answer is a failure. `killed`: the caller dies before the call.
 * `killedAfter`: the caller dies after it.
 */
export type CallFault = 'fail' | 'throttle' | 'lost' | 'late' | 'killed' | 'killedAfter' | 'hang';

type FrameEffect = 'drop' | 'duplicate' | 'hold' | 'delay';

export type ModelFault = 'throttled' | 'fails' | 'filtered' | 'truncated' | 'pauses';

export type Step =
  | { readonly do: Action; readonly device: DeviceNumber }
  | { readonly do: 'wait'; readonly for: number | 'piece' | 'ack' | 'quiet' }
  | { readonly do: 'clock'; readonly ms: number }
  | { readonly do: 'limit'; readonly invocations: number | undefined }
  | { readonly do: 'copies'; readonly copies: number }
  | { readonly do: 'kill'; readonly function: string }
  | { readonly do: 'model'; readonly how: ModelFault; readonly piece: number }
  | {
      readonly do: 'frames';
      readonly direction: 'in' | 'out';
      readonly nth: number;
      readonly times: number;
      readonly effect: FrameEffect;
    }
  | {
      readonly do: 'calls';
      readonly service: ServiceStep['service'];
      readonly action?: string;
      /** @default every caller, and calls without one */
      readonly caller?: string;
      readonly nth: number;
      readonly times: number;
      readonly callFault: CallFault;
    };

export interface Schedule {
  readonly seed: number;
  /** Messages that Ada has left today. */
  readonly left: number | undefined;
  /** Milliseconds between the pieces of a reply. */
  readonly pace: number;
  readonly steps: readonly Step[];
}

/** Calls that may fail, each with its weight. `caller` is a part of a function's name. */
const CALLS: readonly (readonly [
  number,
  Pick<Extract<Step, { do: 'calls' }>, 'service' | 'action' | 'caller'>,
])[] = [
  [8, { service: 'dynamodb', caller: 'FunctionsChatE' }],
  [4, { service: 'dynamodb', action: 'UpdateItem', caller: 'FunctionsChatE' }],
  [2, { service: 'dynamodb', action: 'Query', caller: 'FunctionsChatE' }],
  [9, { service: 'dynamodb', caller: 'RepliesReply' }],
  [5, { service: 'dynamodb', action: 'UpdateItem', caller: 'RepliesReply' }],
  [2, { service: 'dynamodb', caller: 'RepliesReplyFailed' }],
  [3, { service: 'lambda', caller: 'FunctionsChatE' }],
  [4, { service: 'connections', caller: 'RepliesReply' }],
  [2, { service: 'connections', caller: 'FunctionsChatE' }],
  [2, { service: 'dynamodb', caller: 'FunctionsInitChat' }],
  [1, { service: 'dynamodb', caller: 'FunctionsLikeMessage' }],
  [1, { service: 'dynamodb', caller: 'FunctionsStopReply' }],
  [2, { service: 'dynamodb', caller: 'FunctionsChatsA' }],
  [1, { service: 'dynamodb', caller: 'FunctionsConnect' }],
  [1, { service: 'dynamodb', caller: 'FunctionsDisconnect' }],
  [2, { service: 'bedrock', caller: 'RepliesReply' }],
  [1, { service: 'cognito', action: 'jwks.json' }],
  [0.5, { service: 'secretsmanager' }],
];

const BLOWS: readonly (readonly [number, CallFault])[] = [
  [3, 'fail'],
  [2, 'throttle'],
  [5, 'lost'],
  [1, 'late'],
  [3, 'killed'],
  [3, 'killedAfter'],
  [0.5, 'hang'],
];

/** Faults of a request for Cognito's keys: no function signs it, so that its caller is not known and cannot be killed. */
const BLOWS_OF_KEYS = BLOWS.filter(([, blow]) => blow !== 'killed' && blow !== 'killedAfter');

const SECOND = 1_000;

export function scheduleOf(seed: number): Schedule {
  const random = createRandom(seed);
  const faults = Array.from(
    {
      length: random.weighted([
        [1, 0],
        [4, 1],
        [4, 2],
        [3, 3],
        [2, 4],
      ]),
    },
    () => fault(random),
  );
  const acts = Array.from({ length: 3 + random.upTo(7) }, () => act(random));
  const steps: Step[] = [];
  while (faults.length + acts.length > 0) {
    // Faults come early, so that later steps can meet them.
    const next = random.upTo(faults.length * 2 + acts.length) < faults.length * 2 ? faults.pop() : undefined;
    if (next) steps.push(next);
    else steps.push(...(acts.pop() ?? []));
  }
  const left = random.happens(0.12) ? 1 + random.upTo(3) : undefined;
  const pace = random.pick([0, 0, 8, 25, 60]);
  addKept(random, steps);
  return { seed, left, pace, steps };
}

/** Inserts steps on shares, projects and imported chats, and faults of their calls, between the other steps. */
function addKept(random: Random, steps: Step[]): void {
  if (random.happens(0.3)) return;
  let at = 0;
  for (let n = 1 + random.upTo(3); n > 0; n -= 1) {
    at += random.upTo(steps.length - at + 1);
    const added = random.pick([sharing, sharing, grouping, importing])(random);
    steps.splice(at, 0, ...added);
    at += added.length;
  }
}

const QUIET: Step = { do: 'wait', for: 'quiet' };

/** Sends a message first, because an empty chat cannot be shared. Changes the share only when it has been made. */
function sharing(random: Random): Step[] {
  const device = random.pick<DeviceNumber>([0, 1]);
  const later = random.pick<readonly Action[]>([
    ['endShare'],
    ['updateShare', 'endShare'],
    ['updateShare', 'updateShare'],
    ['delete', 'undo'],
  ]);
  return [
    { do: 'send', device },
    { do: 'wait', for: 'ack' },
    ...maybeBroken(random, 'SharingApi'),
    { do: 'share', device },
    QUIET,
    ...maybeBroken(random, random.pick(['SharingApi', 'ChatRemoval'])),
    ...later.map((action) => ({ do: action, device })),
  ];
}

function grouping(random: Random): Step[] {
  const device = random.pick<DeviceNumber>([0, 1]);
  return [
    ...maybeBroken(random, 'ProjectsApi'),
    { do: 'makeProject', device },
    QUIET,
    ...maybeBroken(random, 'ProjectsApi'),
    { do: 'move', device },
    ...(random.happens(0.5) ? [{ do: 'makeProject', device } as const, QUIET] : []),
    { do: random.pick<Action>(['move', 'deleteProject']), device },
  ];
}

const importing = (random: Random): Step[] => [
  ...maybeBroken(random, 'ImportApi'),
  { do: 'import', device: random.pick<DeviceNumber>([0, 1]) },
];

function maybeBroken(random: Random, caller: string): Step[] {
  if (random.happens(0.5)) return [];
  const callFault = random.pick<CallFault>(['fail', 'throttle', 'lost', 'lost', 'killed', 'killedAfter']);
  const which = { nth: 1 + random.upTo(4), times: random.pick([1, 1, 3]) };
  return [{ do: 'calls', service: 'dynamodb', caller, ...which, callFault }];
}

function act(random: Random): Step[] {
  const device = random.weighted<DeviceNumber>([
    [5, 0],
    [3, 1],
    [1, 2],
  ]);
  const action = random.weighted<Action>([
    ...([
      [12, 'send'],
      [2, 'edit'],
      [2, 'regenerate'],
      [2, 'retry'],
      [2, 'stop'],
      [2, 'like'],
    ] as const),
    ...([
      [0.5, 'rename'],
      [0.6, 'delete'],
      [0.6, 'undo'],
      [1, 'create'],
      [1, 'switch'],
      [1, 'reload'],
    ] as const),
    ...([
      [3, 'drop'],
      [2, 'resend'],
      [0.7, 'offline'],
      [0.7, 'online'],
      [1, 'read'],
      [0.4, 'close'],
    ] as const),
  ]);
  const pause = random.weighted<Extract<Step, { do: 'wait' }>['for'] | undefined>([
    ...([
      [4, undefined],
      [2, 5],
      [2, 40],
      [1, 150],
      [3, 'piece'],
      [5, 'ack'],
      [2, 'quiet'],
    ] as const),
  ]);
  return [{ do: action, device }, ...(pause === undefined ? [] : [{ do: 'wait', for: pause } as const])];
}

function fault(random: Random): Step {
  return random.weighted<() => Step>([
    [12, () => callFault(random)],
    [3, () => frameFault(random)],
    [4, () => ({ do: 'model', how: random.pick(MODEL_FAULTS), piece: random.upTo(4) })],
    [1, () => ({ do: 'copies', copies: random.pick([2, 3]) })],
    [
      1,
      () => ({ do: 'kill', function: random.pick(['RepliesReplyE', 'FunctionsChatE', 'FunctionsConnect']) }),
    ],
    [
      1.5,
      () => ({
        do: 'clock',
        ms: random.pick([SECOND, 21 * SECOND, 21 * SECOND, 45 * SECOND, 601 * SECOND, -2 * SECOND]),
      }),
    ],
    [0.7, () => ({ do: 'limit', invocations: random.pick([0, 1, 2]) })],
  ])();
}

const MODEL_FAULTS: readonly [ModelFault, ...ModelFault[]] = [
  'throttled',
  // Listed twice: at the first piece another model takes over, so that the reply does not fail.
  'fails',
  'fails',
  'filtered',
  'truncated',
  'pauses',
];

function callFault(random: Random): Step {
  const target = random.weighted(CALLS);
  const nth = 1 + random.upTo(target.action === undefined ? 9 : 4);
  const times = random.weighted([
    [6, 1],
    [2, 3],
    [1, 4],
    [1, 12],
  ]);
  const blows = target.action === 'jwks.json' ? BLOWS_OF_KEYS : BLOWS;
  return { do: 'calls', ...target, nth, times, callFault: random.weighted(blows) };
}

function frameFault(random: Random): Step {
  const direction = random.weighted<'in' | 'out'>([
    [1, 'in'],
    [4, 'out'],
  ]);
  const effect = random.pick<FrameEffect>(['drop', 'duplicate', 'hold', 'delay']);
  return { do: 'frames', direction, nth: 1 + random.upTo(8), times: random.pick([1, 1, 2, 5]), effect };
}

/** The frame rule's effect of a step. */
export const effectOf = (effect: FrameEffect): FrameRule['effect'] =>
  effect === 'delay' ? { delayMs: 60 } : effect;

const PEOPLE = ['Ada’s phone', 'Ada’s laptop', 'Bob’s phone'] as const;
const BLOW_WORDS: Readonly<Record<CallFault, string>> = {
  fail: 'fail before their effect (500)',
  throttle: 'are throttled',
  lost: 'have their effect, and their answers are lost (500)',
  late: 'take 300 ms longer',
  killed: 'never happen: their caller dies first',
  killedAfter: 'have their effect, and their caller dies',
  hang: 'hang',
};
const nthWord = (n: number): string =>
  n === 1 ? 'the 1st' : n === 2 ? 'the 2nd' : n === 3 ? 'the 3rd' : `the ${n}th`;

/** A step in words. */
export function wordsOf(step: Step): string {
  switch (step.do) {
    case 'wait':
      return typeof step.for === 'number' ? `${step.for} ms go by` : `wait until ${step.for}`;
    case 'clock':
      return `the clock moves by ${step.ms / SECOND} s`;
    case 'limit':
      return `from now on ${step.invocations ?? 'any number of'} functions run at a time`;
    case 'copies':
      return `from now on each event is delivered ${step.copies} times`;
    case 'kill':
      return `${step.function} is killed`;
    case 'model':
      return `the next reply of the model ${step.how}, at piece ${step.piece}`;
    case 'frames':
      return `from ${nthWord(step.nth)} frame ${step.direction} on: ${step.effect} ${step.times}`;
    case 'calls': {
      const which = `${step.times} call${step.times > 1 ? 's' : ''} from ${nthWord(step.nth)} on`;
      return `${step.service} ${step.action ?? 'calls'} of ${step.caller ?? 'anybody'}: ${which} ${BLOW_WORDS[step.callFault]}`;
    }
    default:
      return `${PEOPLE[step.device]}: ${step.do}`;
  }
}

/** A schedule in words, a line for each step. */
export const tell = ({ seed, left, pace, steps }: Schedule): string =>
  [
    `seed ${seed}, a piece every ${pace} ms${left === undefined ? '' : `, Ada has ${left} messages left today`}`,
    ...steps.map((step, i) => `  ${i + 1}. ${wordsOf(step)}`),
  ].join('\n');
