import type { Duration } from 'aws-cdk-lib';
import { Schedule as EventSchedule, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

export interface ScheduleProps {
  readonly every: Duration;
  /** Gets EventBridge's scheduled event, at least once each time. */
  readonly target: AppFunction;
}

/** Runs a function again and again. A run that fails is tried twice more; the next one comes anyway. */
export class Schedule extends Construct {
  constructor(scope: Construct, id: string, { every, target }: ScheduleProps) {
    super(scope, id);
    new Rule(this, 'Rule', { schedule: EventSchedule.rate(every), targets: [new LambdaFunction(target)] });
  }
}
