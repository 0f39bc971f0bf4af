/**
 * Scales a picture down and encodes it again, which removes its metadata, such as the place where it was taken. A small
 * GIF stays as it is, with its animation and its metadata.
 */

/** In pixels. Models scale larger pictures down themselves. */
const LONGEST_SIDE = 2_048;
/** Side in pixels of the square that the thumbnail fits in. */
const THUMBNAIL_SIDE = 112;
/** Bytes up to which an encoded PNG is kept, because PNG keeps text sharp. */
const PNG_BYTES = 1_500_000;
/**
 * Bytes up to which a GIF stays as it is. Bedrock's Converse API takes pictures of at most 3.75 MB
 * (`lambdas/models/files-as-bytes-or-text.ts`).
 */
const GIF_BYTES = 3_500_000;
const GIF_MARK = 'GIF8';
const QUALITY = 0.88;

export interface ScaledPicture {
  readonly content: Blob;
  readonly width: number;
  readonly height: number;
  /** A `data:` address, which the content security policy allows. */
  readonly thumbnail: string;
}

/** Canvas of a web worker or of the page. */
interface Surface {
  readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  encode(type: string, quality?: number): Promise<Blob>;
}
export type CreateSurface = (width: number, height: number) => Surface;

/**
 * Returns the picture to upload, and its thumbnail. An abort of the signal frees the decoded picture, even if its
 * encoding hangs.
 * @throws if the browser cannot decode or encode the picture, or the signal is aborted
 */
export async function scalePicture(
  file: Blob,
  createSurface: CreateSurface,
  signal?: AbortSignal,
): Promise<ScaledPicture> {
  // The browser rotates the picture as its metadata demands.
  const bitmap = await createImageBitmap(file);
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => bitmap.close());
    const { width, height } = fitting(bitmap, LONGEST_SIDE);
    const thumbnail = await thumbnailOf(bitmap, createSurface);
    if (file.size <= GIF_BYTES && (await isGif(file)))
      return { content: file, width: bitmap.width, height: bitmap.height, thumbnail };
    const surface = createSurface(width, height);
    surface.context.imageSmoothingQuality = 'high';
    surface.context.drawImage(bitmap, 0, 0, width, height);
    return { content: await encode(surface, file.type, { width, height }), width, height, thumbnail };
  } finally {
    bitmap.close();
  }
}

/**
 * Checks the content too, because a browser derives the type from the file's name: a photo named as a GIF would be
 * uploaded with its metadata.
 */
const isGif = async (file: Blob): Promise<boolean> =>
  file.type === 'image/gif' && (await file.slice(0, GIF_MARK.length).text()) === GIF_MARK;

interface Size {
  readonly width: number;
  readonly height: number;
}

function fitting({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function encode(surface: Surface, type: string, size: Size): Promise<Blob> {
  if (type === 'image/jpeg') return surface.encode('image/jpeg', QUALITY);
  if (hasTransparency(surface, size)) return encodeTransparent(surface);
  if (type === 'image/png') {
    const png = await surface.encode('image/png');
    if (png.size <= PNG_BYTES) return png;
  }
  return surface.encode('image/jpeg', QUALITY);
}

/** A browser that cannot write WebP returns a PNG. */
async function encodeTransparent(surface: Surface): Promise<Blob> {
  const png = await surface.encode('image/png');
  return png.size <= PNG_BYTES ? png : surface.encode('image/webp', QUALITY);
}

function hasTransparency({ context }: Surface, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true;
  return false;
}

async function thumbnailOf(bitmap: ImageBitmap, createSurface: CreateSurface): Promise<string> {
  const { width, height } = fitting(bitmap, THUMBNAIL_SIDE);
  const surface = createSurface(width, height);
  surface.context.imageSmoothingQuality = 'high';
  surface.context.drawImage(bitmap, 0, 0, width, height);
  return dataAddressOf(await surface.encode('image/webp', QUALITY));
}

function dataAddressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
