import type { FileInfo, Storage } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { fileCopy } from '../adding-files-copy.ts';
import { isHeic, kindOf } from '../file-kind-and-acceptance.ts';
import type { ScaledPicture } from '../images/scale-picture.ts';
import { withRetries } from '../upload/retry.ts';
import { type Bucket, BucketError } from '../upload/sign-and-send-to-bucket.ts';
import type { PartialUpload, UploadOptions } from '../upload/upload-file.ts';
import { checkFiles, type Limits, WIDEST_LIMITS } from './check-files.ts';
import type { DraftFile, FileDraft } from './draft-files.ts';
import { nameForType } from './name-with-new-picture-extension.ts';

export interface TrayPorts {
  readonly bucket: Bucket;
  readonly readLimits: () => Promise<Limits | undefined>;
  readonly prepare: (file: File) => Promise<ScaledPicture | undefined>;
  readonly upload: (options: UploadOptions) => Promise<void>;
  readonly register: (fileId: string, name: string) => Promise<{ file: FileInfo; storage: Storage }>;
  readonly deleteFile: (fileId: string) => Promise<void>;
}

/** Files that are added to a message (`FileDraft`) or to a project (`projects/files/project-files.ts`). */
export type TrayDraft = Pick<FileDraft, 'state' | 'find' | 'update' | 'change'>;

const UPLOADS = 3;

interface Job {
  readonly file: File;
  readonly fileId: string;
  readonly draft: TrayDraft;
  readonly controller: AbortController;
  readonly partial: PartialUpload;
  content?: Blob;
  isUploaded?: boolean;
  /**
   * The newest call that registers the file. Never rejects. `discard` deletes the file even if the call failed, because
   * the server may have registered the file although its answer was lost.
   */
  registration?: Promise<unknown>;
  name: string;
}

class FileFailure extends Error {
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean) {
    super(message);
    this.canRetry = canRetry;
  }
}

/**
 * Checks, prepares, uploads and registers files for drafts. Other code calls this object a tray. All chats share one
 * tray, so all chats together upload at most UPLOADS files at a time. Each project has its own tray.
 */
export class FileUploader {
  readonly #ports: TrayPorts;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: (() => void)[] = [];
  #uploads = 0;
  #adding: Promise<unknown> = Promise.resolve();
  #limits: Limits = WIDEST_LIMITS;

  constructor(ports: TrayPorts) {
    this.#ports = ports;
  }

  /**
   * Adds the accepted files to the draft and starts their uploads. Calls run one after the other, because each counts
   * the files of earlier calls. Resolves, before the uploads end, with true if all files were accepted.
   */
  add(draft: TrayDraft, files: readonly File[]): Promise<boolean> {
    const added = this.#adding.then(() => this.#add(draft, files));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  async #add(draft: TrayDraft, files: readonly File[]): Promise<boolean> {
    draft.update({ isChecking: true, notices: [] });
    const limits = await this.#readLimits();
    const { files: known } = draft.state.get();
    const open = known.filter(({ phase, kind }) => phase !== 'ready' && kind === 'document');
    const { accepted, notices } =
      limits === undefined
        ? { accepted: [], notices: [fileCopy.refusal.notInPlan] }
        : await checkFiles(files, limits, {
            count: known.length,
            bytes: open.reduce((sum, { bytes }) => sum + bytes, 0),
          });
    const jobs = accepted.map((file) => ({
      ...{ file, draft, fileId: crypto.randomUUID(), name: file.name, controller: new AbortController() },
      partial: { etags: [] },
    }));
    const added = jobs.map(({ fileId, file }) => chosen(fileId, file));
    draft.update({
      isChecking: false,
      tokensMax: limits?.tokensPerMessage,
      notices,
      files: [...draft.state.get().files, ...added],
    });
    for (const job of jobs) this.#start(job);
    return accepted.length === files.length;
  }

  retry(draft: TrayDraft, fileId: string): void {
    const job = this.#jobs.get(fileId);
    if (job && draft.find(fileId)?.phase === 'failed') this.#start(job);
  }

  /**
   * Cancels the upload of a file that was removed from its draft. If the file is registered, or may be registered,
   * deletes the file on the server, so that the file no longer takes up the user's storage.
   */
  async discard(fileId: string, phase: DraftFile['phase'] | undefined): Promise<void> {
    const job = this.#jobs.get(fileId);
    job?.controller.abort();
    this.#jobs.delete(fileId);
    // The abort does not stop a registration that the server has begun. A deletion before the end of the registration
    // might find no file, and the server would then store the file. So the deletion waits for the registration.
    await job?.registration;
    // If `deleteFile` fails, the server removes the file after seven days, unless the file was added to a project.
    if (phase === 'ready' || job?.registration) await this.#ports.deleteFile(fileId);
  }

  async #readLimits(): Promise<Limits | undefined> {
    try {
      // Read each time, because other chats and devices use the same storage.
      const limits = await this.#ports.readLimits();
      this.#limits = limits ?? this.#limits;
      return limits;
    } catch {
      return this.#limits;
    }
  }

  #start(job: Job): void {
    const { draft, fileId } = job;
    this.#jobs.set(fileId, job);
    draft.change(fileId, { phase: 'preparing', share: 0, problem: undefined, canRetry: undefined });
    this.#run(job).then(
      () => this.#jobs.delete(fileId),
      (error: unknown) => {
        if (job.controller.signal.aborted) return;
        const { message, canRetry } = failureOf(error);
        draft.change(fileId, { phase: 'failed', problem: message, canRetry, isOffline: false });
      },
    );
  }

  async #run(job: Job): Promise<void> {
    const { draft, fileId, controller } = job;
    const { signal } = controller;
    const content = job.content ?? (await this.#prepare(job));
    signal.throwIfAborted();
    job.content = content;
    try {
      if (!job.isUploaded) await this.#upload(job, content);
      await this.#register(job);
    } catch (error) {
      // The bucket deletes an unregistered upload after one to two days. If the device was offline for so long,
      // the file is uploaded again.
      if (!(error instanceof AppError && error.code === 'upload_not_found')) throw error;
      await this.#upload(job, content);
      await this.#register(job);
    }
    draft.change(fileId, { phase: 'ready', share: 1 });
  }

  async #prepare(job: Job): Promise<Blob> {
    const { file, draft, fileId } = job;
    if (kindOf(file) !== 'image') return file;
    const picture = await this.#ports.prepare(file);
    if (!picture)
      throw new FileFailure(isHeic(file) ? fileCopy.picture.heic : fileCopy.picture.unreadable, false);
    const { content, thumbnail } = picture;
    const limit = this.#limits.maxBytes;
    if (content.size > limit)
      throw new FileFailure(fileCopy.tooLarge(formatBytes(content.size), formatBytes(limit)), false);
    job.name = nameForType(file.name, content.type);
    draft.change(fileId, { name: job.name, bytes: content.size, thumbnail, phase: 'preparing' });
    return content;
  }

  async #upload(job: Job, content: Blob): Promise<void> {
    const { draft, fileId, partial, controller } = job;
    const { signal } = controller;
    await this.#slot();
    try {
      signal.throwIfAborted();
      draft.change(fileId, { phase: 'uploading' });
      await this.#ports.upload({
        bucket: this.#ports.bucket,
        fileId,
        content,
        partial,
        signal,
        // The progress does not go back when a part is sent again.
        onProgress: (share) =>
          draft.change(fileId, { share: Math.max(share, draft.find(fileId)?.share ?? 0) }),
        onOffline: (isOffline) => draft.change(fileId, { isOffline }),
      });
      job.isUploaded = true;
    } finally {
      this.#release();
    }
  }

  async #slot(): Promise<void> {
    if (this.#uploads < UPLOADS) this.#uploads += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#uploads -= 1;
  }

  async #register(job: Job): Promise<void> {
    const { draft, fileId, name, controller } = job;
    const { signal } = controller;
    draft.change(fileId, { phase: 'registering', share: 1 });
    const send = () => {
      const call = this.#ports.register(fileId, name);
      job.registration = call.catch(() => undefined);
      return call;
    };
    const { file: info } = await withRetries(send, {
      signal,
      onOffline: (isOffline) => draft.change(fileId, { isOffline }),
    });
    draft.change(fileId, { info, name: info.name, bytes: info.bytes, kind: info.kind });
  }
}

const chosen = (fileId: string, file: File): DraftFile => ({
  ...{ fileId, name: file.name, kind: kindOf(file), bytes: file.size, phase: 'preparing', share: 0 },
});

function failureOf(error: unknown): { message: string; canRetry: boolean } {
  if (error instanceof FileFailure) return error;
  if (error instanceof BucketError && error.status < 500)
    return { message: fileCopy.refused, canRetry: true };
  if (!(error instanceof AppError) || error.code === 'internal')
    return { message: fileCopy.failed, canRetry: true };
  return { message: error.message, canRetry: RETRYABLE.has(error.code) };
}

const RETRYABLE: ReadonlySet<string> = new Set(['storage_full', 'upload_not_found', 'too_many_requests']);
