import { expect, test, vi } from 'vitest';
import { createClock } from '../faults/faults.ts';
import { createStreamConsumers, type StreamMapping } from './dynamodb-stream-mappings.ts';
import { matchesPattern } from './event-filter.ts';

const STREAM = 'arn:aws:dynamodb:us-east-1:1:table/t/stream/x';
const MISSING = 'missing queue';
const HOUR = 3_600_000;
const FAILED = { functionError: 'Unhandled' };
const keys = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
const put = (pk: string, status = 'complete') => ({
  keys: keys(pk),
  before: undefined,
  after: { ...keys(pk), status: { S: status } },
});

interface Batch {
  readonly Records: readonly {
    readonly eventName: string;
    readonly dynamodb: {
      readonly Keys: { readonly pk: { readonly S: string } };
      readonly SequenceNumber: string;
    };
  }[];
}

function given(
  mapping: Partial<StreamMapping>,
  answer: (batch: Batch, call: number) => { functionError?: string; payload?: unknown } = () => ({}),
  retryDelayMs = 0,
) {
  const clock = createClock();
  const batches: string[][] = [];
  const lost: unknown[] = [];
  const streams = createStreamConsumers({
    mappings: [{ EventSourceArn: STREAM, FunctionName: 'consumer', ...mapping }],
    invoke: async (_name, event) => {
      const batch = event as Batch; // the shape of a stream's events
      const names = (record: Batch['Records'][number]) => `${record.eventName} ${record.dynamodb.Keys.pk.S}`;
      batches.push(batch.Records.map(names));
      return { payload: null, ...answer(batch, batches.length) };
    },
    sendTo: (queue, body) => {
      if (queue === MISSING) throw new Error('no queue');
      lost.push(JSON.parse(body));
    },
    retryDelayMs,
    clock,
    log: () => undefined,
  });
  return { streams, batches, lost, clock };
}

const ALL = ['INSERT a', 'INSERT b', 'INSERT c'];
const failures = (...identifiers: readonly unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});
const numberOf = (batch: Batch, i: number) => batch.Records[i]?.dynamodb.SequenceNumber ?? '';

test('changes arrive in order, named by what happened to the item', async () => {
  const { streams, batches } = given({ BatchSize: 2 });
  streams.push(STREAM, put('a'));
  streams.push(STREAM, { ...put('a'), before: put('a').after });
  streams.push(STREAM, { keys: keys('a'), before: put('a').after, after: undefined });
  streams.push('another', put('b'));
  await streams.settled();
  expect(batches).toEqual([['INSERT a', 'MODIFY a'], ['REMOVE a']]);
});

test('a batch ends before it is larger than an event may be', async () => {
  const { streams, batches } = given({ BatchSize: 100 });
  const large = (pk: string) => ({ ...put(pk), after: { ...keys(pk), text: { S: 'x'.repeat(2_000_000) } } });
  for (const pk of ['a', 'b', 'c', 'd', 'e']) streams.push(STREAM, large(pk));
  await streams.settled();
  expect(batches).toEqual([
    ['INSERT a', 'INSERT b', 'INSERT c'],
    ['INSERT d', 'INSERT e'],
  ]);
});

test('only what matches a filter arrives', async () => {
  const pattern = {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: {
      Keys: { pk: { S: [{ prefix: 'CHAT#' }] } },
      NewImage: { status: { S: [{ 'anything-but': ['streaming'] }] } },
    },
  };
  const { streams, batches } = given({ FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] } });
  for (const change of [put('CHAT#1'), put('CHAT#2', 'streaming'), put('OWNER#1')])
    streams.push(STREAM, change);
  streams.push(STREAM, { keys: keys('CHAT#3'), before: put('CHAT#3').after, after: undefined });
  await streams.settled();
  expect(batches).toEqual([['INSERT CHAT#1']]);
});

test('a batch that fails is halved, tried again before what follows, and given up in the end', async () => {
  const { streams, batches, lost } = given(
    {
      MaximumRetryAttempts: 2,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: 'queue' } },
    },
    (batch) =>
      batch.Records.some((record) => JSON.stringify(record).includes('bad'))
        ? { functionError: 'Unhandled' }
        : {},
  );
  for (const name of ['a', 'bad', 'c', 'd']) streams.push(STREAM, put(name));
  await streams.settled();
  expect(batches.slice(0, 3)).toEqual([
    ['INSERT a', 'INSERT bad', 'INSERT c', 'INSERT d'],
    ['INSERT a', 'INSERT bad'],
    ['INSERT a'],
  ]);
  expect(batches.at(-1)).toEqual(['INSERT c', 'INSERT d']);
  expect(lost).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 1 } }]);
});

test.each([
  [0, 1],
  [1, 2],
])(
  'a change that always fails is given up alone when MaximumRetryAttempts is %i: a split is no retry',
  async (MaximumRetryAttempts, attempts) => {
    const { streams, batches, lost } = given(
      {
        MaximumRetryAttempts,
        BisectBatchOnFunctionError: true,
        DestinationConfig: { OnFailure: { Destination: 'queue' } },
      },
      (batch) => (batch.Records.some(({ dynamodb }) => dynamodb.Keys.pk.S === 'bad') ? FAILED : {}),
    );
    for (const name of ['a', 'b', 'bad', 'd', 'e', 'f', 'g', 'h']) streams.push(STREAM, put(name));
    await streams.settled();
    expect(lost).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 1 } }]);
    expect(batches.filter((batch) => batch.join() === 'INSERT bad')).toHaveLength(attempts);
  },
);

test('a batch is tried again from the change that the function names as failed', async () => {
  const { streams, batches } = given({ FunctionResponseTypes: ['ReportBatchItemFailures'] }, (batch, call) =>
    call === 1 ? { payload: { batchItemFailures: [{ itemIdentifier: numberOf(batch, 1) }] } } : {},
  );
  for (const name of ['a', 'b', 'c']) streams.push(STREAM, put(name));
  await streams.settled();
  expect(batches).toEqual([
    ['INSERT a', 'INSERT b', 'INSERT c'],
    ['INSERT b', 'INSERT c'],
  ]);
});

/** Reports of failures, made from the sequence numbers of `a`, `b` and `c`, with the changes that are tried again. */
const REPORTS: readonly [string, (numbers: readonly string[]) => unknown, readonly string[]][] = [
  ['two changes, the later first', ([, b, c]) => failures(c, b), ['INSERT b', 'INSERT c']],
  ['no change', () => failures(), []],
  ['null in place of the list', () => ({ batchItemFailures: null }), []],
  ['nothing', () => null, []],
  ['an unknown change', () => failures('unknown'), ALL],
  ['an unknown change and a known one', ([, b]) => failures('unknown', b), ALL],
  ['an empty identifier', () => failures(''), ALL],
  ['an empty identifier and a known one', ([, b]) => failures('', b), ALL],
  ['null as identifier', ([, b]) => failures(b, null), ALL],
  ['an identifier under another key', ([, b]) => ({ batchItemFailures: [{ itemId: b }] }), ALL],
  ['null as a failure', () => ({ batchItemFailures: [null] }), ALL],
  ['a text in place of the list', () => ({ batchItemFailures: 'b' }), ALL],
];

test.each(REPORTS)(
  'after a report of %s, the batch is tried again from the right change',
  async (_, report, again) => {
    const { streams, batches } = given(
      { FunctionResponseTypes: ['ReportBatchItemFailures'] },
      (batch, call) => (call === 1 ? { payload: report([0, 1, 2].map((i) => numberOf(batch, i))) } : {}),
    );
    for (const name of ['a', 'b', 'c']) streams.push(STREAM, put(name));
    await streams.settled();
    expect(batches).toEqual([ALL, again].filter(({ length }) => length > 0));
  },
);

test('a batch that fails is tried again when the stack’s clock says so', async () => {
  const { streams, batches, clock } = given({}, (_, call) => (call === 1 ? FAILED : {}), HOUR);
  streams.push(STREAM, put('a'));
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  await new Promise(setImmediate);
  clock.advance(HOUR);
  await streams.settled();
  expect(batches).toEqual([['INSERT a'], ['INSERT a']]);
});

test('a batch that cannot be handed over is tried again, and later batches are delivered', async () => {
  const { streams, batches, lost } = given(
    { MaximumRetryAttempts: 1, DestinationConfig: { OnFailure: { Destination: 'queue' } } },
    (batch) => {
      if (batch.Records.some((record) => JSON.stringify(record).includes('bad')))
        throw new Error('no process');
      return {};
    },
  );
  streams.push(STREAM, put('bad'));
  await streams.settled();
  streams.push(STREAM, put('a'));
  await streams.settled();
  expect(batches).toEqual([['INSERT bad'], ['INSERT bad'], ['INSERT a']]);
  expect(lost).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 1 } }]);
});

test('a batch whose destination fails is given up, and later batches are delivered', async () => {
  const { streams, batches } = given(
    { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: MISSING } } },
    (_, call) => (call === 1 ? FAILED : {}),
  );
  streams.push(STREAM, put('bad'));
  await streams.settled();
  streams.push(STREAM, put('a'));
  await streams.settled();
  expect(batches).toEqual([['INSERT bad'], ['INSERT a']]);
});

test('a batch that waits for its next attempt is dropped when the streams close', async () => {
  const { streams, batches, clock } = given({}, () => FAILED, HOUR);
  streams.push(STREAM, put('a'));
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  await new Promise(setImmediate);
  streams.close();
  clock.advance(HOUR);
  await streams.settled();
  expect(batches).toHaveLength(1);
});

test('a filter rule that is not emulated is refused by name', () => {
  expect(() => matchesPattern({ a: [{ numeric: ['>', 1] }] }, { a: 2 })).toThrow('numeric');
});

test('two readers of a stream are served, and a third is refused', () => {
  const mappings = ['one', 'two'].map((FunctionName) => ({ EventSourceArn: STREAM, FunctionName }));
  const create = (more: readonly StreamMapping[]) => () =>
    createStreamConsumers({
      mappings: [...mappings, ...more],
      invoke: async () => ({ payload: null }),
      sendTo: () => undefined,
      retryDelayMs: 0,
      clock: createClock(),
      log: () => undefined,
    });
  expect(create([{ EventSourceArn: 'another', FunctionName: 'three' }])).not.toThrow();
  expect(create([{ EventSourceArn: STREAM, FunctionName: 'three' }])).toThrow(
    `3 mappings read the stream ${STREAM}`,
  );
});
