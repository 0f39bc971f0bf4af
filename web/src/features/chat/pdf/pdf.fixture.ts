import regular from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?inline';
import italic from '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf?inline';
import bold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?inline';
import mono from '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf?inline';
import type { Message } from '#contract/entities';
import type { FontFiles, PictureSource } from './layout/page-renderer.ts';
import { makePdf, type PdfContent, type Photos } from './make-pdf.ts';

const read = async (dataUrl: string): Promise<ArrayBuffer> => (await fetch(dataUrl)).arrayBuffer();

export const fonts: FontFiles = {
  regular: await read(regular),
  bold: await read(bold),
  italic: await read(italic),
  mono: await read(mono),
};

export const noPictures: PictureSource = {
  widthOf: (text, { size }) => [...text].length * size * 0.6,
  pictureOf: () => undefined,
  put: () => [],
};

export const said = (role: Message['role'], content: string, messageIndex = 0): Message => ({
  requestId: `request ${messageIndex}`,
  role,
  content,
  createdAt: '2026-11-21T06:00:00.000Z',
  messageIndex,
  status: 'complete',
});

export function pdfOf(
  messages: readonly Message[],
  more: Partial<PdfContent> = {},
  photos: Photos = new Map(),
): Uint8Array<ArrayBuffer> {
  const content = {
    title: 'A chat',
    productName: 'Product',
    exportedAt: '2026-11-21T06:00:00.000Z',
    ...more,
  };
  return new Uint8Array(
    makePdf({ ...content, messages }, { fonts, photos, pictures: noPictures }, () => undefined),
  );
}
