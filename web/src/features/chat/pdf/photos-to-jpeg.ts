import type { Photo } from './pdf-file.ts';

/** Longest side of a photo in pixels: about 300 pixels an inch when the photo is as wide as a page's text. */
const LONGEST_SIDE = 2_000;
const QUALITY = 0.85;

/**
 * Scales pictures down to `LONGEST_SIDE` and converts them to JPEG. Returns the photos by file id, without the files
 * that the browser cannot read.
 */
export async function toPhotos(pictures: ReadonlyMap<string, Blob>): Promise<Map<string, Photo>> {
  const photos = new Map<string, Photo>();
  for (const [fileId, blob] of pictures) {
    const photo = await toPhoto(blob).catch(() => undefined);
    if (photo) photos.set(fileId, photo);
  }
  return photos;
}

async function toPhoto(blob: Blob): Promise<Photo> {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser offers no canvas to draw pictures on.');
  // A JPEG has no transparency, so the transparent parts get the white of the page.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return {
    jpeg: new Uint8Array(await jpeg.arrayBuffer()),
    width: canvas.width,
    height: canvas.height,
  };
}
