import { jsPDF } from 'jspdf';

/** Size of an A4 page, in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** Members with which jsPDF's plugins write operators and objects. jsPDF's types have only `events`. */
interface Internals {
  readonly events: { subscribe(topic: string, callback: (data: PluginData) => void): string };
  newObject(): number;
  putStream(options: {
    data: string;
    additionalKeyValues: { key: string; value: string }[];
    objectId: number;
    filters?: string[];
    alreadyAppliedFilters?: string[];
  }): void;
  write(...parts: (string | number)[]): void;
}
interface PluginData {
  readonly font: { id: string; objectNumber: number; isAlreadyPutted?: boolean };
}

/** Picture that a message contains, as a JPEG file in RGB. Sizes are in pixels. */
export interface Photo {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface PutObjects {
  /** Functions that write the fonts F1, F2, ... in this order. Each returns its font's object number. */
  readonly fonts: readonly ((file: PdfFile) => number)[];
  readonly pictures: (file: PdfFile) => readonly (readonly [name: string, objectId: number])[];
}

/**
 * PDF file whose pages, links and structure jsPDF makes. Fonts, pictures and operators are written without jsPDF's
 * functions for text and images, which are slow. The functions for text also lack support for characters beyond U+FFFF
 * and for text in several scripts.
 */
export class PdfFile {
  readonly #doc: jsPDF;
  readonly #internals: Internals;

  constructor(title: string, objects: PutObjects) {
    this.#doc = new jsPDF({ unit: 'pt', format: [PAGE.width, PAGE.height], compress: true });
    this.#doc.setDocumentProperties({ title });
    this.#internals = this.#doc.internal as unknown as Internals;
    this.#hook(objects);
  }

  get pageCount(): number {
    return this.#doc.getNumberOfPages();
  }

  addPage(): void {
    this.#doc.addPage([PAGE.width, PAGE.height]);
  }

  goToPage(number: number): void {
    this.#doc.setPage(number);
  }

  write(operators: string): void {
    this.#internals.write(operators);
  }

  /** Makes an area of the page a link. Positions are in points from the page's top left. */
  link(x: number, y: number, width: number, height: number, url: string): void {
    this.#doc.link(x, y, width, height, { url });
  }

  bytes(): ArrayBuffer {
    return this.#doc.output('arraybuffer');
  }

  putObject(content: string): number {
    const id = this.#internals.newObject();
    this.#internals.write(content);
    this.#internals.write('endobj');
    return id;
  }

  /** Returns the stream's object number. `keys` are entries of the stream's dictionary, e.g. `/Length1 9`. */
  putStream(data: Uint8Array | string, keys: readonly string[] = []): number {
    const id = this.#internals.newObject();
    const additionalKeyValues = keys.map((entry) => {
      const [, key = '', value = ''] = /^\/(\w+) (.*)$/s.exec(entry) ?? [];
      return { key, value };
    });
    const text = typeof data === 'string' ? data : binaryString(data);
    this.#internals.putStream({ data: text, additionalKeyValues, objectId: id });
    this.#internals.write('endobj');
    return id;
  }

  putJpeg({ jpeg, width, height }: Photo): number {
    const id = this.#internals.newObject();
    const entries = { Type: '/XObject', Subtype: '/Image', Width: `${width}`, Height: `${height}` };
    const color = { ColorSpace: '/DeviceRGB', BitsPerComponent: '8' };
    this.#internals.putStream({
      data: binaryString(jpeg),
      additionalKeyValues: Object.entries({ ...entries, ...color }).map(([key, value]) => ({ key, value })),
      objectId: id,
      filters: [],
      alreadyAppliedFilters: ['/DCTDecode'],
    });
    this.#internals.write('endobj');
    return id;
  }

  #hook({ fonts, pictures }: PutObjects): void {
    const { events } = this.#internals;
    const ids: number[] = [];
    // jsPDF lists its 14 standard fonts, F1 to F14, in every file. Our fonts take the first of these names. The other
    // names, which no page uses, refer to our first font.
    events.subscribe('putFont', ({ font }) => {
      if (ids.length === 0) ids.push(...fonts.map((put) => put(this)));
      font.objectNumber = ids[Number(font.id.slice(1)) - 1] ?? ids[0] ?? 0;
      font.isAlreadyPutted = true;
    });
    let put: ReturnType<typeof pictures> = [];
    events.subscribe('putResources', () => {
      put = pictures(this);
    });
    events.subscribe('putXobjectDict', () => {
      for (const [name, id] of put) this.#internals.write(`/${name} ${id} 0 R`);
    });
  }
}

/** Number of bytes that one call of `String.fromCharCode` converts. A call with too many arguments fails. */
const CHUNK = 8_192;

/** Returns a string with one character for each byte, which is jsPDF's form of binary data. */
function binaryString(data: Uint8Array): string {
  let text = '';
  for (let at = 0; at < data.length; at += CHUNK)
    text += String.fromCharCode(...data.subarray(at, at + CHUNK));
  return text;
}
