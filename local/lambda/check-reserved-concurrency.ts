/** Checks the reserved concurrency of functions against the concurrency of the account. */
import type { FunctionSpec } from './types.ts';

/**
 * Default quota of an account: how many invocations run at the same time. A new account may have less.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const ACCOUNT_CONCURRENCY = 1_000;
/**
 * Concurrency that Lambda keeps for functions without a reservation. An account with this quota or a lower one can
 * reserve none.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const UNRESERVED_MIN = 100;

/** Throws CloudFormation's error when functions reserve so much that too little is left for the other functions. */
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
