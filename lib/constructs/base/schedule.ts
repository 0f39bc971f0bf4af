import type { Duration } from 'aws-cdk-lib';
import { Schedule as EventSchedule, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

export interface ScheduleProps {
  readonly every: Duration;
  /** EventBridge may invoke the target more than once for a run. */
  readonly target: AppFunction;
}

/**
 * Invokes a function at a fixed interval. Lambda retries a failed run twice, unless the function has other settings.
 */
export class Schedule extends Construct {
  constructor(scope: Construct, id: string, { every, target }: ScheduleProps) {
    super(scope, id);
    new Rule(this, 'Rule', { schedule: EventSchedule.rate(every), targets: [new LambdaFunction(target)] });
  }
}
