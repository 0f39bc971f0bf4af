import type { FunctionSpec } from './function-spec.ts';

/**
 * Default quota of an account. A new account may have less.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const ACCOUNT_CONCURRENCY = 1_000;
/**
 * Concurrency that Lambda keeps for functions without a reservation.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const UNRESERVED_MIN = 100;

/** Throws CloudFormation's error when the reservations leave too little for the other functions. */
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
