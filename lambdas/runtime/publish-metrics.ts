import type { LogFields } from './log.ts';

type Unit = 'Milliseconds' | 'Count' | 'None';
type Metrics = Record<string, readonly [value: number, unit: Unit]>;

/**
 * Publishes metrics by a log line in CloudWatch's embedded metric format. They have no dimension, because each value of
 * a dimension would be billed as a metric of its own. `fields` are in the log line only.
 */
export function publishMetrics(
  namespace: string,
  metrics: Metrics,
  fields: Pick<LogFields, 'model' | 'code'> = {},
): void {
  publish(namespace, metrics, fields, [[]]);
}

/**
 * Publishes each metric twice: without a dimension, and for the model in `fields`. Suits rare events only, because
 * CloudWatch bills each model's metric for every hour in which it has a value.
 */
export function publishMetricsOfModel(
  namespace: string,
  metrics: Metrics,
  fields: Required<Pick<LogFields, 'model' | 'code'>>,
): void {
  publish(namespace, metrics, fields, [[], ['model']]);
}

function publish(
  namespace: string,
  metrics: Metrics,
  fields: LogFields,
  dimensions: readonly (readonly (keyof LogFields)[])[],
): void {
  const names = Object.entries(metrics).map(([Name, [, Unit]]) => ({ Name, Unit }));
  console.log(
    JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [{ Namespace: namespace, Dimensions: dimensions, Metrics: names }],
      },
      ...fields,
      ...Object.fromEntries(Object.entries(metrics).map(([name, [value]]) => [name, value])),
    }),
  );
}
