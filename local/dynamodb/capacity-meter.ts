/** Records the calls of the emulated DynamoDB with their capacity units, for `bench/` and for tests. */
import type { JsonObject } from '../aws-json/index.ts';

export interface CallRecord {
  readonly operation: string;
  /** Physical names of the tables. */
  readonly tables: readonly string[];
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Name of the exception when the call failed. */
  readonly error?: string;
}

export interface Stats {
  readonly calls: readonly CallRecord[];
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface Meter {
  record(call: CallRecord): void;
  /** Returns the calls since the last reset, and the sums of their units. */
  stats(): Stats;
  reset(): void;
}

export function createMeter(): Meter {
  let calls: CallRecord[] = [];
  const sum = (unit: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[unit], 0);
  return {
    record: (call) => void calls.push(call),
    stats: () => ({ calls: [...calls], readUnits: sum('readUnits'), writeUnits: sum('writeUnits') }),
    reset: () => {
      calls = [];
    },
  };
}

/** Returns the units of a response's ConsumedCapacity, which is one object or a list. */
export function unitsIn(answer: JsonObject): number {
  const consumed = [answer.ConsumedCapacity ?? []].flat() as readonly { CapacityUnits?: number }[];
  return consumed.reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
}
