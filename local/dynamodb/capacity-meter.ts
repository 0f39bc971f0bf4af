/** Records the calls of the emulated DynamoDB with their capacity units, for `bench/` and for tests. */
import type { JsonObject } from '../aws-json/aws-json-service.ts';

export interface CallRecord {
  readonly operation: string;
  readonly tables: readonly string[];
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly error?: string;
}

export interface Stats {
  readonly calls: readonly CallRecord[];
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface Meter {
  record(call: CallRecord): void;
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

export function unitsIn(answer: JsonObject): number {
  const consumed = [answer.ConsumedCapacity ?? []].flat() as readonly { CapacityUnits?: number }[];
  return consumed.reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
}
