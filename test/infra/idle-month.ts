import type { Template } from 'aws-cdk-lib/assertions';
import { alarmMetrics, dashboardMetrics } from '../../lib/template-rules/alarm-and-dashboard-rules.ts';
import { resourcesOf } from './template-queries.ts';

/**
 * List prices of us-east-1 in US dollars a month, and the amounts that each account has free. Charges by use are left
 * out: they are zero while the product is not used, or within the free tier.
 * https://aws.amazon.com/cloudwatch/pricing/ and https://aws.amazon.com/secrets-manager/pricing/
 */
const PRICES = {
  alarmMetric: { price: 0.1, free: 10 },
  customMetric: { price: 0.3, free: 10 },
  dashboard: { price: 3, free: 3, metricsOfFreeOne: 50 },
  secret: { price: 0.4, free: 0 },
};

export interface IdleMonth {
  readonly alarmMetrics: number;
  readonly customMetrics: number;
  readonly dashboardMetrics: number;
  readonly secrets: number;
  readonly dollars: number;
}

/** Counts what a deployment is billed for in a month without users, as the only one in its account. */
export function idleMonth(templates: readonly Template[]): IdleMonth {
  const resources = templates.flatMap((template) => resourcesOf(template));
  const alarmed = resources.flatMap(alarmMetrics);
  const dashboards = resources.map(dashboardMetrics).filter((metrics) => metrics.length > 0);
  const own = [...alarmed, ...dashboards.flat()].filter(([namespace]) => !namespace.startsWith('AWS/'));
  const customMetrics = new Set(own.map(([namespace, name]) => `${namespace} ${name}`)).size;
  const secrets = resources.filter(({ type }) => type === 'AWS::SecretsManager::Secret').length;
  const free = dashboards.filter(({ length }) => length <= PRICES.dashboard.metricsOfFreeOne).length;
  const dollars =
    charge(PRICES.alarmMetric, alarmed.length) +
    charge(PRICES.customMetric, customMetrics) +
    PRICES.dashboard.price * (dashboards.length - Math.min(free, PRICES.dashboard.free)) +
    charge(PRICES.secret, secrets);
  return {
    alarmMetrics: alarmed.length,
    customMetrics,
    dashboardMetrics: dashboards.flat().length,
    secrets,
    dollars,
  };
}

const charge = ({ price, free }: { readonly price: number; readonly free: number }, count: number): number =>
  price * Math.max(0, count - free);
