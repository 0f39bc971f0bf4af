/** Fakes of the API's calls for files: for those in the fake bucket, and those that the test stores. */
import { beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import type { FileInfo } from '#contract/entities';
import * as calls from '#contract/files';
import { BUCKET, bucket, startBucket } from './bucket.ts';
import { server } from './chats.ts';
import { answer, givenConfig, IDENTITY, refuse } from './server.ts';

const MB = 1024 * 1024;
export const LIMITS = { perMessage: 20, maxBytes: 20 * MB };
export const STORAGE = { usedBytes: 0, files: 0, limitBytes: 200 * MB };
/** Address of a picture: a red pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** Gives each test of a file an empty bucket, and a configuration with files. Call it after `startChats`. */
export function startFiles(): void {
  startBucket();
  beforeEach(() => {
    givenConfig({ files: { bucketEndpoint: BUCKET } });
    answer('getFileLimits', { limits: LIMITS, storage: STORAGE });
    answer('registerFile', async ({ body }) => {
      const { fileId, name } = calls.registerFile.body.parse(body);
      const content = bucket.objects.get(`/uploads/${encodeURIComponent(IDENTITY)}/${fileId}`);
      if (!content) return refuse('upload_not_found');
      const isImage = content.type.startsWith('image/');
      const mediaType = content.type || 'application/octet-stream';
      const about = { fileId, name, mediaType, bytes: content.size };
      const file: FileInfo = isImage
        ? { ...about, kind: 'image', width: 4, height: 3 }
        : { ...about, kind: 'document' };
      server.files.set(fileId, file);
      return { file, storage: STORAGE };
    });
    answer('getFileAddresses', ({ body }) => {
      const { fileIds } = calls.getFileAddresses.body.parse(body);
      const expiresAt = new Date(Date.now() + 300_000).toISOString();
      const found = fileIds.filter((fileId) => server.files.has(fileId));
      return { addresses: found.map((fileId) => ({ fileId, address: PIXEL, expiresAt })) };
    });
    answer('deleteFile', ({ input: { fileId = '' } }) => {
      server.files.delete(fileId);
      return { fileId };
    });
  });
}

/** Stores a file, for a message that the test itself adds to a chat. */
export function givenFile(name: string, change: Partial<FileInfo> = {}): FileInfo {
  const about = { fileId: crypto.randomUUID(), name, mediaType: 'application/pdf', bytes: 1_536_000 };
  const file: FileInfo = { ...about, kind: 'document', ...change };
  server.files.set(file.fileId, file);
  return file;
}
export const givenPicture = (name: string, change: Partial<FileInfo> = {}): FileInfo =>
  givenFile(name, { kind: 'image', mediaType: 'image/png', width: 400, height: 300, ...change });

/** Files of the message that is being written. */
export const chips = page.getByRole('list', { name: 'Files of your message' }).getByRole('listitem');

/** Chooses files as the browser's dialog gives them. */
export function chooseFiles(...files: readonly File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[data-files]') ?? expect.fail('no input');
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

export function pasteFiles(
  target: Element,
  files: readonly File[],
  texts: Readonly<Record<string, string>> = {},
) {
  const clipboardData = transferOf(files);
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

type DragType = 'dragstart' | 'dragover' | 'drop' | 'dragleave' | 'dragend';
export const drag = (type: DragType, ...files: readonly File[]) => dragOn(document.body, type, files);
export const dropOn = (target: Element, ...files: readonly File[]) => dragOn(target, 'drop', files);

function dragOn(target: Element, type: DragType, files: readonly File[]): DragEvent {
  const event = new DragEvent(type, { dataTransfer: transferOf(files), bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

export const textFile = (name: string, text = 'Some text'): File =>
  new File([text], name, { type: 'text/plain' });

/** Makes a PNG that the browser can decode. */
export async function pictureFile(name = 'image.png', width = 300, height = 200): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') ?? expect.fail('no canvas');
  context.fillStyle = '#336699';
  context.fillRect(0, 0, width, height / 2);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}
