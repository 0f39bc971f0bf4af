/** Runs functions in execution environments. Reuses an idle environment, or starts another while all are busy. */
import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-json/aws-error.ts';
import type { InvokeResult, Log } from '../emulator-types.ts';
import { ACCOUNT_CONCURRENCY } from './check-reserved-concurrency.ts';
import { type Environment, startEnvironment } from './execution-environment.ts';
import type { FunctionSpec } from './function-spec.ts';
import { checkPayload, limitAnswer } from './payload-and-batch-limits.ts';
import { trimCompiled } from './reused-function-processes.ts';
import { throttled } from './throttling-error.ts';

export interface PoolOptions {
  /** Returns variables that the template does not have: region, credentials, endpoints. */
  readonly variables: (spec: FunctionSpec) => Readonly<Record<string, string>>;
  /** The stack's clock minus the machine's, in milliseconds. */
  readonly clockOffset: () => number;
  /** True if `close` keeps idle processes, so that the next pool reuses them. @default false */
  readonly keepsProcesses?: boolean | undefined;
  readonly log: Log;
}

/** Use of a function since the pool was created. */
export interface FunctionUsage {
  readonly invocations: number;
  /** Milliseconds of all invocations, without the start of environments. */
  readonly ms: number;
  /** Configured memory in megabytes. */
  readonly memory: number;
}

export interface Pool {
  add(spec: FunctionSpec): void;
  /** Finds a function by name or ARN. Throws ResourceNotFoundException for an unknown one. */
  find(nameOrArn: string): FunctionSpec;
  functions(): readonly FunctionSpec[];
  /** Number of running invocations, including those that wait for a process. */
  running(): number;
  /** By function name. */
  usage(): Readonly<Record<string, FunctionUsage>>;
  /**
   * Invokes a function. Throws ResourceNotFoundException for an unknown function, TooManyRequestsException beyond the
   * concurrency limit, and RequestEntityTooLargeException for an event that is too large.
   */
  invoke(nameOrArn: string, event: unknown): Promise<InvokeResult & { readonly requestId: string }>;
  /**
   * Limits the account's concurrent invocations. Functions without reserved concurrency share what is not reserved.
   * @default no limit
   */
  limitConcurrency(invocations?: number): void;
  /**
   * Limit that the account reports. If `limitConcurrency` has set no limit, the account reports AWS's default. The pool
   * does not enforce this default.
   */
  concurrency(): number;
  /**
   * Kills the processes of all functions whose name contains the text or satisfies the predicate. A process that is
   * still starting survives.
   */
  kill(meant: string | ((name: string) => boolean)): void;
  /** Tells running invocations that the stack's clock has advanced by `ms` milliseconds. */
  passTime(ms: number): Promise<void>;
  /** Replaces bundles, and adds unknown functions. Running invocations finish with the old bundles. */
  replace(specs: readonly FunctionSpec[]): void;
  /** Running invocations are interrupted. */
  close(): Promise<void>;
}

interface Slot {
  spec: FunctionSpec;
  idle: Environment[];
  readonly busy: Set<Environment>;
  starting: number;
  running: number;
  readonly waiting: (() => void)[];
  invocations: number;
  ms: number;
}

/**
 * Largest number of environments of a function without reserved concurrency. One machine runs all functions, so further
 * invocations wait.
 */
const DEFAULT_CONCURRENCY = 20;

export function createPool({ variables, clockOffset, keepsProcesses, log }: PoolOptions): Pool {
  trimCompiled();
  const slots = new Map<string, Slot>();
  let running = 0;
  let runningUnreserved = 0;
  let mostRunning = Number.POSITIVE_INFINITY;
  const slotOf = (nameOrArn: string): Slot => {
    const name = nameOrArn.split(':function:').at(-1)?.split(':')[0] ?? '';
    const slot = slots.get(name);
    if (!slot) throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404);
    return slot;
  };
  const start = async (spec: FunctionSpec) =>
    startEnvironment(spec, { ...variables(spec), ...runtimeVariables(spec), ...spec.environment }, log);

  /**
   * Counts an invocation as running until the caller calls the returned callback. A function with reserved concurrency
   * can use only its own concurrency. All other functions share what the account does not reserve. Throws
   * TooManyRequestsException when the function has no concurrency left.
   * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html#reserved-and-provisioned
   */
  function admit(slot: Slot): () => void {
    const { reservedConcurrency: own } = slot.spec;
    const reserved = [...slots.values()].reduce((sum, { spec }) => sum + (spec.reservedConcurrency ?? 0), 0);
    const isFull = own === undefined ? runningUnreserved >= mostRunning - reserved : slot.running >= own;
    if (isFull) throw throttled();
    running += 1;
    slot.running += 1;
    if (own === undefined) runningUnreserved += 1;
    return () => {
      running -= 1;
      slot.running -= 1;
      if (own === undefined) runningUnreserved -= 1;
    };
  }

  async function acquire(slot: Slot): Promise<Environment> {
    const limit = slot.spec.reservedConcurrency ?? DEFAULT_CONCURRENCY;
    for (;;) {
      const warm = slot.idle.pop();
      if (warm?.alive) return warm;
      if (warm) continue;
      if (slot.busy.size + slot.starting < limit) break;
      await new Promise<void>((resolve) => slot.waiting.push(resolve));
    }
    slot.starting += 1;
    const environment = await start(slot.spec)
      .finally(() => {
        slot.starting -= 1;
      })
      .catch((error: unknown) => {
        // The failed start no longer counts towards the limit. Now one waiting invocation can start an environment.
        slot.waiting.shift()?.();
        throw error;
      });
    // The pool was closed during the start.
    if (slots.get(slot.spec.name) !== slot) environment.kill();
    return environment;
  }

  return {
    add(spec) {
      const used = { invocations: 0, ms: 0 };
      slots.set(spec.name, {
        spec,
        idle: [],
        busy: new Set(),
        starting: 0,
        running: 0,
        waiting: [],
        ...used,
      });
    },
    find: (nameOrArn) => slotOf(nameOrArn).spec,
    functions: () => [...slots.values()].map(({ spec }) => spec),
    running: () => running,
    usage: () =>
      Object.fromEntries(
        [...slots].map(([name, { spec, invocations, ms }]) => [
          name,
          { invocations, ms, memory: spec.memory },
        ]),
      ),
    async invoke(nameOrArn, event) {
      const slot = slotOf(nameOrArn);
      checkPayload(event, 'RequestResponse');
      const spec = slot.spec;
      const end = admit(slot);
      const environment = await acquire(slot).catch((error: unknown) => {
        end();
        throw error;
      });
      slot.busy.add(environment);
      const requestId = randomUUID();
      const begun = performance.now();
      try {
        const result = limitAnswer(await environment.invoke(event, clockOffset(), requestId));
        if (result.functionError) log(spec.name, `ERROR ${JSON.stringify(result.payload)}`);
        return { ...result, requestId };
      } finally {
        end();
        slot.invocations += 1;
        slot.ms += performance.now() - begun;
        slot.busy.delete(environment);
        if (environment.alive && slot.spec === spec) slot.idle.push(environment);
        else environment.kill();
        slot.waiting.shift()?.();
      }
    },
    limitConcurrency(invocations = Number.POSITIVE_INFINITY) {
      mostRunning = invocations;
    },
    concurrency: () => (Number.isFinite(mostRunning) ? mostRunning : ACCOUNT_CONCURRENCY),
    kill(meant) {
      const isMeant = typeof meant === 'string' ? (name: string) => name.includes(meant) : meant;
      for (const [name, { idle, busy }] of slots)
        if (isMeant(name)) for (const environment of [...idle, ...busy]) environment.kill();
    },
    async passTime(ms) {
      const running = [...slots.values()].flatMap(({ busy }) => [...busy]);
      await Promise.all(running.map((environment) => environment.passTime(ms, clockOffset())));
    },
    replace(specs) {
      for (const spec of specs) {
        const slot = slots.get(spec.name);
        if (!slot) this.add(spec);
        else {
          slot.spec = spec;
          for (const environment of slot.idle.splice(0)) environment.kill();
        }
      }
    },
    async close() {
      const all = [...slots.values()];
      slots.clear();
      for (const environment of all.flatMap(({ busy }) => [...busy])) environment.kill();
      const idle = all.flatMap((slot) => slot.idle.splice(0));
      if (keepsProcesses) await Promise.all(idle.map((environment) => environment.release()));
      else for (const environment of idle) environment.kill();
    },
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function runtimeVariables(spec: FunctionSpec): Record<string, string> {
  return {
    _HANDLER: spec.handler,
    LAMBDA_TASK_ROOT: spec.dir,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memory),
    AWS_LAMBDA_LOG_GROUP_NAME: spec.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  };
}
