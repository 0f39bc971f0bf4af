import { jsPDF } from 'jspdf';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** Interface that jsPDF offers its own plugins (there are no types for it): writing operators and objects. */
interface Internals {
  readonly events: { subscribe(topic: string, callback: (data: PluginData) => void): string };
  newObject(): number;
  putStream(options: {
    data: string;
    additionalKeyValues: { key: string; value: string }[];
    objectId: number;
  }): void;
  write(...parts: (string | number)[]): void;
}
/** Data of the event `putFont`. */
interface PluginData {
  readonly font: { id: string; objectNumber: number; isAlreadyPutted?: boolean };
}

export interface PutObjects {
  /** The fonts, in the order of their names F1, F2, ... Returns each one's object number. */
  readonly fonts: readonly ((file: PdfFile) => number)[];
  /** Pictures: name and object number of each. */
  readonly pictures: (file: PdfFile) => readonly (readonly [name: string, objectId: number])[];
}

/**
 * The file: jsPDF's pages, links and frame, into which fonts, pictures and operators are written. jsPDF's own
 * text and image functions know neither characters beyond U+FFFF nor text in several scripts, and redo much
 * work at each call.
 */
export class PdfFile {
  readonly #doc: jsPDF;
  readonly #internals: Internals;

  constructor(title: string, objects: PutObjects) {
    this.#doc = new jsPDF({ unit: 'pt', format: [PAGE.width, PAGE.height], compress: true });
    this.#doc.setDocumentProperties({ title });
    // The members above are there at run time, for plugins; the types leave them out.
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

  /** Writes an operator with its operands into the page's content. */
  write(operators: string): void {
    this.#internals.write(operators);
  }

  /** An area, measured from the page's top left, that leads to an address. */
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

  /** `keys`: further entries of the stream's dictionary, as `/Key value`. */
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

  #hook({ fonts, pictures }: PutObjects): void {
    const { events } = this.#internals;
    const ids: number[] = [];
    // jsPDF lists its fourteen standard fonts, F1 to F14, in every file. The first of these places are ours;
    // the others, which no page names, lead to the same fonts.
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

const CHUNK = 8_192;

/** One character for each byte, as jsPDF keeps binary data. */
function binaryString(data: Uint8Array): string {
  let text = '';
  for (let at = 0; at < data.length; at += CHUNK)
    text += String.fromCharCode(...data.subarray(at, at + CHUNK));
  return text;
}
