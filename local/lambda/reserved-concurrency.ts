/** Checks the reserved concurrency of functions against the account's. */
import type { FunctionSpec } from './types.ts';

/**
 * Quota of an account that has not asked for a higher one.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const ACCOUNT_CONCURRENCY = 1_000;
/**
 * Concurrency that Lambda keeps for functions without a reservation. An account with no more can reserve none.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const UNRESERVED_MIN = 100;

/** Throws, as CloudFormation fails, when functions reserve so much that too little is left for the others. */
export function checkReserved(specs: readonly FunctionSpec[], concurrency = ACCOUNT_CONCURRENCY): void {
  const least = Math.min(UNRESERVED_MIN, concurrency);
  let unreserved = concurrency;
  for (const { name, reservedConcurrency = 0 } of specs) {
    unreserved -= reservedConcurrency;
    if (reservedConcurrency > 0 && unreserved < least)
      throw new Error(
        `CREATE_FAILED ${name}: Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${least}].`,
      );
  }
}
