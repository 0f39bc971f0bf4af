/**
 * Publishes one metric for all dead-letter queues together. An alarm on the queues' own metrics would be billed once
 * for each queue.
 */

import { messagesIn } from '../runtime/count-queue-messages.ts';
import { lostQueues, metricNamespace } from '../runtime/deployment-config.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { publishMetrics } from '../runtime/publish-metrics.ts';

export const handler = jobHandler(async () => {
  const counts = await Promise.all(lostQueues().map(messagesIn));
  publishMetrics(metricNamespace(), { LostWork: [counts.reduce((sum, count) => sum + count, 0), 'Count'] });
});
