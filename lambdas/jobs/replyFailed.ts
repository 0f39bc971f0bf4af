/**
 * Ends a turn as failed when Lambda has given up the turn's job: the last retry has failed, or the job has waited for
 * an hour (`maxEventAge` in `lib/constructs/reply-worker.ts`).
 */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { endReplyAsFailed } from '../domain/turn/end-as-failed.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import { findModel } from '../models/find-model-spec.ts';
import { models } from '../runtime/deployment-config.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';

export const handler = jobHandler(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const outcomes = await Promise.all(event.Records.map(endOne));
  return {
    batchItemFailures: outcomes
      .filter((id) => id !== undefined)
      .map((itemIdentifier) => ({ itemIdentifier })),
  };
});

/** Returns the id of the record when SQS must deliver the record again. */
async function endOne(record: SQSRecord): Promise<string | undefined> {
  try {
    // Lambda's on-failure destination puts the payload of the failed invocation into `requestPayload`.
    const { requestPayload: job } = JSON.parse(record.body) as { requestPayload: ReplyJob };
    log('ERROR', 'reply given up', { requestId: job.requestId, model: job.model });
    await endReplyAsFailed(job, (id) => findModel(models(), id));
    return undefined;
  } catch (cause) {
    log('ERROR', 'reply not given up', { cause });
    return record.messageId;
  }
}
