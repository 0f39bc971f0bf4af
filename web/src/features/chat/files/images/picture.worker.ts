/** Web worker that scales a picture down and encodes it, so that the page stays usable meanwhile. */
import { type CreateSurface, type ScaledPicture, scalePicture } from './scale-picture.ts';

/** `picture` is undefined if the browser cannot decode, draw or encode the file. */
export interface PictureMessage {
  readonly picture: ScaledPicture | undefined;
}

const createSurface: CreateSurface = (width, height) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  return {
    context,
    encode: (type, quality) => canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) }),
  };
};

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  const picture = await scalePicture(data, createSurface).catch(() => undefined);
  self.postMessage({ picture } satisfies PictureMessage);
};
