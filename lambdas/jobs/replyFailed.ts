/**
 * Ends turns as failed after Lambda has retried their worker in vain. Each message of the failure queue holds the job.
 */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { endReplyAsFailed } from '../domain/turn/end-as-failed.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import { findModel } from '../models/find-model.ts';
import { models } from '../runtime/deployment-config.ts';
import { log } from '../runtime/log.ts';

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const outcomes = await Promise.all(event.Records.map(endOne));
  return {
    batchItemFailures: outcomes
      .filter((id) => id !== undefined)
      .map((itemIdentifier) => ({ itemIdentifier })),
  };
};

/** Ends one turn as failed. Returns the record's id when it must be retried. */
async function endOne(record: SQSRecord): Promise<string | undefined> {
  try {
    // Lambda's on-failure destination puts the payload that `chat` sent into `requestPayload`.
    const { requestPayload: job } = JSON.parse(record.body) as { requestPayload: ReplyJob };
    log('ERROR', 'reply given up', { requestId: job.requestId, model: job.model });
    await endReplyAsFailed(job, (id) => findModel(models(), id));
    return undefined;
  } catch (cause) {
    log('ERROR', 'reply not given up', { cause });
    return record.messageId;
  }
}
