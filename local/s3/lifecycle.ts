/**
 * A bucket's lifecycle rules. S3 counts whole days and rounds up to the next midnight UTC.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html
 */
import type { Clock } from '../emulator-types.ts';
import type { BucketProperties, LifecycleRule } from './s3-types.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface Removed {
  readonly objects: number;
  readonly uploads: number;
}

/** Removes the objects and uploads that have expired by the stack's clock. AWS removes them hours or days later. */
export function applyLifecycle(
  buckets: Readonly<Record<string, BucketProperties>>,
  store: Store,
  clock: Clock,
): Removed {
  let [objects, uploads] = [0, 0];
  for (const [bucket, { LifecycleConfiguration: configuration }] of Object.entries(buckets))
    for (const rule of configuration?.Rules ?? []) {
      if (rule.Status !== 'Enabled') continue;
      objects += expireObjects(bucket, rule, store, clock);
      uploads += abortUploads(bucket, rule, store, clock);
    }
  return { objects, uploads };
}

function expireObjects(bucket: string, rule: LifecycleRule, store: Store, clock: Clock): number {
  const { ExpirationInDays: days, Prefix = '' } = rule;
  if (days === undefined) return 0;
  const due = store
    .objectsOf(bucket)
    .filter(({ key, lastModified }) => key.startsWith(Prefix) && dueAt(lastModified, days) <= clock.now());
  for (const { key } of due) store.removeObject(bucket, key);
  return due.length;
}

function abortUploads(bucket: string, rule: LifecycleRule, store: Store, clock: Clock): number {
  const { AbortIncompleteMultipartUpload: abort, Prefix = '' } = rule;
  if (abort === undefined) return 0;
  const due = store
    .uploadsOf(bucket)
    .filter(
      ({ key, initiated }) =>
        key.startsWith(Prefix) && dueAt(initiated, abort.DaysAfterInitiation) <= clock.now(),
    );
  for (const { uploadId } of due) store.removeUpload(uploadId);
  return due.length;
}

const dueAt = (since: number, days: number): number => Math.ceil((since + days * DAY_MS) / DAY_MS) * DAY_MS;
