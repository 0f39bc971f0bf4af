/** Prepares pictures for their upload, one at a time, so that several large ones do not fill the memory together. */
import type { PictureMessage } from './picture.worker.ts';
import { type CreateSurface, type ScaledPicture, scalePicture } from './scale-picture.ts';

const TIMEOUT_MS = 30_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the picture to upload, and its thumbnail (see `scalePicture`). Resolves with undefined if the browser cannot
 * decode or encode the picture within TIMEOUT_MS.
 */
export function preparePicture(file: Blob): Promise<ScaledPicture | undefined> {
  const next = last.then(() => ('OffscreenCanvas' in window ? inWorker(file) : onPage(file)));
  last = next.catch(() => undefined);
  return next;
}

function inWorker(file: Blob): Promise<ScaledPicture | undefined> {
  const worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ScaledPicture | undefined>((resolve) => {
    void timeout().then(resolve);
    // The worker's script could not be loaded, for example without a connection. The page may still read the picture.
    worker.onerror = () => resolve(onPage(file));
    worker.onmessage = ({ data }: MessageEvent<PictureMessage>) => resolve(data.picture);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** Scales on the page: in older versions of Safari, which have no canvas in workers, or if the worker cannot start. */
function onPage(file: Blob): Promise<ScaledPicture | undefined> {
  const controller = new AbortController();
  const scaled = scalePicture(file, createSurface, controller.signal).catch(() => undefined);
  return Promise.race([scaled, timeout()]).finally(() => controller.abort());
}

const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));

const createSurface: CreateSurface = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  return {
    context,
    encode: (type, quality) =>
      new Promise((resolve, reject) =>
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
          type,
          quality,
        ),
      ),
  };
};
