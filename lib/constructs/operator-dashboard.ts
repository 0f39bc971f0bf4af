import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { OperatorMetrics } from './operator-metrics.ts';

export interface OperatorDashboardProps {
  readonly metrics: OperatorMetrics;
  readonly alarms: Alarms;
}

export class OperatorDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { metrics, alarms }: OperatorDashboardProps) {
    super(scope, id);
    const graph = (title: string, ...left: IMetric[]) =>
      new GraphWidget({ title, left, width: 8, height: 6 });
    this.addWidgets(new AlarmStatusWidget({ alarms: alarms.all, width: 16, height: 4 }), this.#cost(metrics));
    this.addWidgets(
      graph('First words of a reply, p95 (ms)', metrics.firstTokenP95),
      graph('Whole reply, p95 (ms)', metrics.replyP95),
      graph(
        'Models: throttled, failed, refused',
        metrics.modelThrottled,
        metrics.modelFailed,
        metrics.modelRefused,
      ),
    );
    this.addWidgets(
      graph('Functions of the account: errors, throttles', metrics.errors, metrics.throttles),
      graph('Replies given up, lost', metrics.failures, metrics.lost),
      graph('HTTP API: 5xx', metrics.serverErrors),
    );
  }

  #cost({ costPerDay }: OperatorMetrics): SingleValueWidget {
    return new SingleValueWidget({
      title: 'Cost of replies, a day (US $)',
      metrics: [costPerDay],
      width: 8,
      height: 4,
    });
  }
}
