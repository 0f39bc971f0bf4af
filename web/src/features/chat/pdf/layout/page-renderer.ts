import { EmbeddedFont } from '../fonts/embedded-font.ts';
import { fontCodesOf, InvisibleFont } from '../fonts/invisible-font.ts';
import { utf16Hex } from '../fonts/to-unicode-cmap.ts';
import { TrueType } from '../fonts/true-type.ts';
import { PAGE, PdfFile, type Photo } from '../pdf-file.ts';
import { inVisualOrder } from '../text/bidi.ts';
import { type Line, widthOf } from '../text/line-breaking.ts';
import type { Piece, TextMeasure } from '../text/split-paragraph-into-words.ts';
import type { Color, TextStyle } from '../text/text-style-and-colors.ts';
import type { Picture } from '../text-pictures.ts';
import { groupsOf, textOf } from './group-pieces-of-same-style.ts';
import { countWithWidth, extractablePieces } from './invisible-text-order.ts';

export interface FontFiles {
  readonly regular: ArrayBuffer;
  readonly bold: ArrayBuffer;
  readonly italic: ArrayBuffer;
  readonly mono: ArrayBuffer;
}

/**
 * Makes pictures of text that the embedded fonts cannot show. If a line contains text from right to left, also makes
 * pictures of all other pieces of the line. A picture file of a message is a {@link Photo}.
 */
export interface PictureSource {
  widthOf(text: string, style: TextStyle): number;
  pictureOf(text: string, style: TextStyle, rightToLeft: boolean): Picture | undefined;
  /** Writes the pictures into the file. Returns the name and the object number of each. */
  put(file: PdfFile): readonly (readonly [string, number])[];
}

/** Height of a small `x` above the baseline, as a share of the font size. */
const X_HEIGHT = 0.53;
/**
 * Horizontal shear, per unit of height, for bold italic and monospaced italic text. The file has no font for these two
 * styles, so the upright font is sheared.
 */
const SLANT = 0.2;
/** Number of the invisible font in the file, after the embedded fonts F1 to F4. */
const INVISIBLE = 5;

const photoName = (index: number): string => `Photo${index + 1}`;
const num = (value: number): string => (Math.round(value * 1000) / 1000).toString();
const rgb = (color: Color): string => color.map(num).join(' ');

/** Draws on the current page of a PDF file. Positions are in points from the top left of the page. */
export class PageRenderer implements TextMeasure {
  readonly file: PdfFile;
  readonly #fonts: readonly EmbeddedFont[];
  readonly #invisible: InvisibleFont;
  readonly #pictures: PictureSource;
  readonly #photos: Photo[] = [];

  constructor(title: string, files: FontFiles, pictures: PictureSource) {
    const regular = new TrueType(files.regular);
    this.#fonts = [
      new EmbeddedFont('NotoSans', regular),
      new EmbeddedFont('NotoSans-Bold', new TrueType(files.bold)),
      new EmbeddedFont('NotoSans-Italic', new TrueType(files.italic)),
      new EmbeddedFont('NotoSansMono', new TrueType(files.mono)),
    ];
    this.#invisible = new InvisibleFont(regular);
    this.#pictures = pictures;
    const fonts = [...this.#fonts, this.#invisible].map((font) => (file: PdfFile) => font.put(file));
    const put = (file: PdfFile) => [
      ...pictures.put(file),
      ...this.#photos.map((photo, i) => [photoName(i), file.putJpeg(photo)] as const),
    ];
    this.file = new PdfFile(title, { fonts, pictures: put });
  }

  has(character: string, style: TextStyle): boolean {
    return this.#fontOf(style).font.glyphOf(character.codePointAt(0) ?? 0) !== undefined;
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#fontOf(style).widthOf(text, style.size);
  }

  pictureWidthOf(text: string, style: TextStyle): number {
    return this.#pictures.widthOf(text, style);
  }

  box(x: number, y: number, width: number, height: number, color: Color): void {
    this.file.write(
      `${rgb(color)} rg ${num(x)} ${num(PAGE.height - y - height)} ${num(width)} ${num(height)} re f`,
    );
  }

  photo(
    photo: Photo,
    { x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
  ): void {
    if (!this.#photos.includes(photo)) this.#photos.push(photo);
    const bottom = PAGE.height - y - height;
    const name = photoName(this.#photos.indexOf(photo));
    this.file.write(`q ${num(width)} 0 0 ${num(height)} ${num(x)} ${num(bottom)} cm /${name} Do Q`);
  }

  tick(x: number, y: number, size: number): void {
    const point = (right: number, down: number) =>
      `${num(x + right * size)} ${num(PAGE.height - y - down * size)}`;
    this.file.write(
      `q 1 1 1 RG ${num(size / 7)} w ${point(0.22, 0.52)} m ${point(0.43, 0.72)} l ${point(0.79, 0.3)} l S Q`,
    );
  }

  /** Draws a line of text with its baseline at `y`. */
  line({ pieces }: Line, x: number, y: number): void {
    if (pieces.some(({ level }) => level % 2 === 1)) this.#mixedLine(pieces, x, y);
    else {
      let at = x;
      for (const group of groupsOf(pieces)) {
        this.#group(group, at, y);
        at += widthOf(group);
      }
    }
  }

  #group(group: readonly Piece[], x: number, y: number): void {
    const [first] = group;
    if (!first) return;
    this.#under(first.style, x, y, widthOf(group));
    if (group.some(({ kind }) => kind === 'picture')) {
      let at = x;
      for (const piece of group) {
        this.#picture(piece, at, y);
        at += piece.width;
      }
      this.#invisibleText(group, x, y);
    } else this.#text(textOf(group), first.style, x, y);
  }

  /**
   * Draws a line that contains text from right to left. PDF readers reverse such text when they extract it. They
   * extract the line correctly only if the file has it as one text, in an order that may differ from the order on the
   * page. So the pieces are drawn as pictures, with one invisible text in that order over them. If no order works, each
   * piece has its own invisible text. Readers that support `ActualText` take the line's text from there.
   */
  #mixedLine(pieces: readonly Piece[], x: number, y: number): void {
    const visual = inVisualOrder(pieces);
    const places = new Map<Piece, number>();
    let at = x;
    for (const piece of visual) {
      places.set(piece, at);
      this.#under(piece.style, at, y, piece.width);
      this.#picture(piece, at, y);
      at += piece.width;
    }
    const text = textOf(pieces);
    this.file.write(`/Span << /ActualText <feff${utf16Hex(text)}> >> BDC`);
    const order = extractablePieces(visual, pieces);
    if (order) this.#invisibleText(order, x, y);
    else for (const piece of pieces) this.#invisibleText([piece], places.get(piece) ?? x, y);
    this.file.write('EMC');
  }

  #under(style: TextStyle, x: number, y: number, width: number): void {
    const { size, background, strike, link, color } = style;
    if (background) this.box(x - 1, y - size * 0.95, width + 2, size * 1.25, background);
    if (strike) this.box(x, y - size * X_HEIGHT * 0.55, width, size / 16, color);
    if (link === undefined) return;
    this.box(x, y + size * 0.12, width, size / 24, color);
    this.file.link(x, y - size, width, size * 1.3, link);
  }

  #text(text: string, style: TextStyle, x: number, y: number): void {
    const font = this.#fontOf(style);
    const name = `F${this.#fonts.indexOf(font) + 1}`;
    const slant = style.italic && font !== this.#fonts[2] ? SLANT : 0;
    this.file.write(
      `BT ${rgb(style.color)} rg /${name} ${num(style.size)} Tf 1 0 ${slant} 1 ${num(x)} ${num(PAGE.height - y)} Tm ${font.encode(text)} Tj ET`,
    );
  }

  #picture({ kind, text, style, level, width: wanted }: Piece, x: number, y: number): void {
    const picture = kind === 'space' ? undefined : this.#pictures.pictureOf(text, style, level % 2 === 1);
    if (!picture) return;
    const { name, left, bottom, width, height } = picture;
    // A `text` piece was measured in an embedded font, but its picture is drawn in the browser's font. So the picture
    // is stretched to the measured width.
    const natural = this.#pictures.widthOf(text, style);
    const stretch = kind === 'text' && natural > 0 ? (wanted / natural) * style.size : style.size;
    const [w, h] = [width * stretch, height * style.size];
    const [px, py] = [x + left * stretch, PAGE.height - y + bottom * style.size];
    this.file.write(`q ${num(w)} 0 0 ${num(h)} ${num(px)} ${num(py)} cm /${name} Do Q`);
  }

  #invisibleText(pieces: readonly Piece[], x: number, y: number): void {
    const size = pieces[0]?.style.size ?? 1;
    const shown = pieces.map(({ text, level, width }) => {
      const codes = fontCodesOf(text, level % 2 === 1);
      const room = Math.max(1, countWithWidth(codes)) * size;
      return `${num(Math.max(0.1, (width / room) * 100))} Tz ${this.#invisible.encode(codes)} Tj`;
    });
    const place = `1 0 0 1 ${num(x)} ${num(PAGE.height - y)} Tm`;
    this.file.write(`q BT 3 Tr /F${INVISIBLE} ${num(size)} Tf ${place} ${shown.join(' ')} ET Q`);
  }

  #fontOf({ bold, italic, mono }: TextStyle): EmbeddedFont {
    const font = this.#fonts[mono ? 3 : bold ? 1 : italic ? 2 : 0];
    if (!font) throw new Error('No font is embedded for the style.');
    return font;
  }
}
