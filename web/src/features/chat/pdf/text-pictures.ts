import type { PdfFile } from './pdf-file.ts';
import type { Color, TextStyle } from './text/text-style-and-colors.ts';

/** Pixels of a picture for each point: 288 per inch. */
const SCALE = 4;
/** Font sizes of the drawn pictures in points: for text and for headings. The PDF scales a picture to other sizes. */
const SIZES = [12, 22] as const;
/** Empty pixels on each side of a picture. */
const MARGIN = 2;

/**
 * Picture of a text, in units of the font size. `left` and `bottom` are the position of the picture's lower left corner
 * relative to the left end of the text's baseline.
 */
export interface Picture {
  readonly name: string;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface Pixels extends Picture {
  readonly color: Color;
  readonly pixels: ImageData;
}

/** Draws text that the PDF's embedded fonts cannot show correctly, in the browser's own fonts. */
export class TextPictures {
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #made = new Map<string, Pixels | undefined>();
  readonly #widths = new Map<string, number>();

  constructor() {
    const context = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser offers no canvas to draw text on.');
    this.#context = context;
  }

  /** Returns the width of a text in points. */
  widthOf(text: string, style: TextStyle): number {
    const key = keyOf(text, style, SIZES[0]);
    const known = this.#widths.get(key);
    if (known !== undefined) return known * style.size;
    this.#context.font = fontOf(style, SIZES[0] * SCALE);
    const width = this.#context.measureText(text).width / (SIZES[0] * SCALE);
    this.#widths.set(key, width);
    return width * style.size;
  }

  /** Returns undefined for a text without visible glyphs. */
  pictureOf(text: string, style: TextStyle, rightToLeft: boolean): Picture | undefined {
    const size = SIZES.find((candidate) => style.size <= candidate) ?? SIZES[1];
    const key = `${keyOf(text, style, size)}|${style.color.join()}|${rightToLeft}`;
    if (!this.#made.has(key)) this.#made.set(key, this.#draw(text, style, size * SCALE, rightToLeft));
    return this.#made.get(key);
  }

  put(file: PdfFile): (readonly [string, number])[] {
    const seen = [...this.#made.values()].filter((picture) => picture !== undefined);
    return seen.map((picture) => [picture.name, putPicture(file, picture)] as const);
  }

  #draw(text: string, style: TextStyle, size: number, rightToLeft: boolean): Pixels | undefined {
    const context = this.#context;
    context.font = fontOf(style, size);
    const box = context.measureText(text);
    const left = Math.ceil(box.actualBoundingBoxLeft) + MARGIN;
    const top = Math.ceil(box.actualBoundingBoxAscent) + MARGIN;
    const width = left + Math.ceil(box.actualBoundingBoxRight) + MARGIN;
    const height = top + Math.ceil(box.actualBoundingBoxDescent) + MARGIN;
    if (width <= 2 * MARGIN || height <= 2 * MARGIN) return undefined;
    context.canvas.width = Math.max(context.canvas.width, width);
    context.canvas.height = Math.max(context.canvas.height, height);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    // A change of the canvas's size resets its font.
    context.font = fontOf(style, size);
    context.direction = rightToLeft ? 'rtl' : 'ltr';
    context.textAlign = 'left';
    const [red, green, blue] = style.color.map((part) => Math.round(part * 255));
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillText(text, left, top);
    return {
      name: `P${this.#made.size + 1}`,
      left: -left / size,
      bottom: -(height - top) / size,
      width: width / size,
      height: height / size,
      color: style.color,
      pixels: context.getImageData(0, 0, width, height),
    };
  }
}

const keyOf = (text: string, { bold, italic, mono }: TextStyle, size: number): string =>
  `${bold ? 'b' : ''}${italic ? 'i' : ''}${mono ? 'm' : ''}${size}|${text}`;

function fontOf({ bold, italic, mono }: TextStyle, size: number): string {
  const family = mono ? 'ui-monospace, monospace' : 'system-ui, sans-serif';
  return `${italic ? 'italic ' : ''}${bold ? 'bold ' : ''}${size}px ${family}`;
}

/**
 * Writes a picture. Text of one colour is stored as a mask over one pixel of that colour. Text of several colours, such
 * as an emoji, is stored in full colour.
 */
function putPicture(file: PdfFile, { pixels, color }: Pixels): number {
  const { data, width, height } = pixels;
  const count = width * height;
  const shape = new Uint8Array(count);
  const colors = new Uint8Array(count * 3);
  const plain = color.map((part) => Math.round(part * 255));
  let isPlain = true;
  for (let i = 0; i < count; i += 1) {
    const alpha = data[i * 4 + 3] ?? 0;
    shape[i] = alpha;
    for (let part = 0; part < 3; part += 1) {
      const value = alpha === 0 ? 255 : (data[i * 4 + part] ?? 0);
      colors[i * 3 + part] = value;
      // The browser rounds the colours of transparent pixels, so only nearly opaque pixels are compared.
      if (alpha > 200 && Math.abs(value - (plain[part] ?? 0)) > 8) isPlain = false;
    }
  }
  const size = (w: number, h: number) => ['/Type /XObject', '/Subtype /Image', `/Width ${w}`, `/Height ${h}`];
  const shapeId = file.putStream(shape, [
    ...size(width, height),
    '/ColorSpace /DeviceGray',
    '/BitsPerComponent 8',
  ]);
  const [w, h] = isPlain ? [1, 1] : [width, height];
  return file.putStream(isPlain ? Uint8Array.from(plain) : colors, [
    ...size(w, h),
    '/ColorSpace /DeviceRGB',
    '/BitsPerComponent 8',
    `/SMask ${shapeId} 0 R`,
  ]);
}
