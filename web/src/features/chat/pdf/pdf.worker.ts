/** Web worker that makes the PDF of a chat, so that a long chat does not block the page. */

import regularUrl from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url';
import italicUrl from '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf?url';
import boldUrl from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?url';
import monoUrl from '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf?url';
import { makePdf, type PdfContent } from './make-pdf.ts';
import { toPhotos } from './photos-to-jpeg.ts';
import { TextPictures } from './text-pictures.ts';

/** `pictures` are the messages' picture files, by file id. */
export interface PdfTask {
  readonly content: PdfContent;
  readonly pictures: ReadonlyMap<string, Blob>;
}

/** `done` is the number of the chat's messages that are laid out. The worker's last message is `file` or `failed`. */
export type PdfWorkerMessage =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'file'; readonly file: ArrayBuffer }
  | { readonly type: 'failed' };

const PROGRESS_EVERY_MS = 50;

self.onmessage = async ({ data: { content, pictures } }: MessageEvent<PdfTask>) => {
  try {
    const [regular, bold, italic, mono] = await Promise.all(
      [regularUrl, boldUrl, italicUrl, monoUrl].map(fontFile),
    );
    if (!regular || !bold || !italic || !mono) throw new Error('A font is missing.');
    const fonts = { regular, bold, italic, mono };
    const photos = await toPhotos(pictures);
    const file = makePdf(content, { fonts, photos, pictures: new TextPictures() }, progress());
    self.postMessage({ type: 'file', file } satisfies PdfWorkerMessage, { transfer: [file] });
  } catch (error) {
    console.warn('The PDF could not be made', error);
    self.postMessage({ type: 'failed' } satisfies PdfWorkerMessage);
  }
};

async function fontFile(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

function progress(): (done: number) => void {
  let toldAt = 0;
  return (done) => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    self.postMessage({ type: 'progress', done } satisfies PdfWorkerMessage);
  };
}
