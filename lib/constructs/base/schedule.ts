import type { Duration } from 'aws-cdk-lib';
import { Schedule as EventSchedule, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

export interface ScheduleProps {
  readonly every: Duration;
  /** Receives EventBridge's scheduled event, at least once for each run. */
  readonly target: AppFunction;
}

/**
 * Invokes a function at a fixed interval, even if the run before has failed. Lambda retries a failed run twice, unless
 * the function has other settings.
 */
export class Schedule extends Construct {
  constructor(scope: Construct, id: string, { every, target }: ScheduleProps) {
    super(scope, id);
    new Rule(this, 'Rule', { schedule: EventSchedule.rate(every), targets: [new LambdaFunction(target)] });
  }
}
