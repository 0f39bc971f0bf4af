import type { Rule, TemplateResource } from './rule.ts';
import { at, isObject, listOf, textOf } from './template-values.ts';

/** Largest number of metrics of a dashboard that is free: https://aws.amazon.com/cloudwatch/pricing/ */
const FREE_DASHBOARD_METRICS = 50;

export const metricRules: readonly Rule[] = [
  {
    id: 'dashboard-expression',
    description:
      'METRICS() holds all metrics of the widget, so this line shows the others too. Name a part of the ids: METRICS("part").',
    check: (resource) =>
      widgetsOf(resource)
        .map((widget) => listOf(at(widget, 'properties', 'metrics')).map(lineOptions))
        .filter((lines) => lines.filter(({ visible }) => visible !== false).length > 1)
        .flatMap((lines) => lines.map(({ expression }) => String(expression)))
        .filter((expression) => expression.includes('METRICS()')),
  },
  {
    id: 'dashboard-metrics',
    description: 'A dashboard of more than 50 metrics is billed: 3 dollars a month.',
    check: (resource) => {
      const { length } = dashboardMetrics(resource);
      return length > FREE_DASHBOARD_METRICS ? [`${length} metrics`] : [];
    },
  },
  {
    id: 'metric-namespace',
    description:
      'Another stage in the account would add to the same metric: its traffic would raise this alarm. Put the stage into the namespace.',
    check: (resource, { stage }) =>
      [...dashboardMetrics(resource), ...alarmMetrics(resource)]
        .map(([namespace]) => namespace)
        .filter((namespace) => !namespace.startsWith('AWS/') && !namespace.endsWith(`/${stage}`)),
  },
];

type MetricName = readonly [namespace: string, name: string];

export function alarmMetrics({ type, properties }: TemplateResource): readonly MetricName[] {
  if (type !== 'AWS::CloudWatch::Alarm') return [];
  const read = [properties, ...listOf(properties.Metrics).map((one) => at(one, 'MetricStat', 'Metric'))];
  return read
    .filter((metric) => at(metric, 'Namespace') !== undefined)
    .map((metric) => [textOf(at(metric, 'Namespace')), textOf(at(metric, 'MetricName'))]);
}

/** Returns the metrics of a dashboard, without expressions over other metrics. */
export const dashboardMetrics = (resource: TemplateResource): readonly MetricName[] =>
  widgetsOf(resource)
    .flatMap((widget) => listOf(at(widget, 'properties', 'metrics')))
    .flatMap((line) => {
      const [namespace, name] = listOf(line);
      return typeof namespace === 'string' ? [[namespace, String(name)] as const] : [];
    });

function widgetsOf({ type, properties }: TemplateResource): readonly unknown[] {
  if (type !== 'AWS::CloudWatch::Dashboard') return [];
  const body: unknown = JSON.parse(textOf(properties.DashboardBody));
  return listOf(at(body, 'widgets'));
}

function lineOptions(line: unknown): Readonly<Record<string, unknown>> {
  const options = listOf(line).at(-1);
  return isObject(options) ? options : {};
}
