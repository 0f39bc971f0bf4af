/** Counts calls and capacity units, for `bench/` and for tests. */
import type { JsonObject } from '../aws-json/index.ts';

export interface CallRecord {
  readonly operation: string;
  /** Physical names. */
  readonly tables: readonly string[];
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The exception's name when it failed. */
  readonly error?: string;
}

export interface Stats {
  readonly calls: readonly CallRecord[];
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface Meter {
  record(call: CallRecord): void;
  /** Since the last reset. */
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

/** Units of an answer's ConsumedCapacity, which is one or a list of them. */
export function unitsIn(answer: JsonObject): number {
  const consumed = [answer.ConsumedCapacity ?? []].flat() as readonly { CapacityUnits?: number }[];
  return consumed.reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
}
