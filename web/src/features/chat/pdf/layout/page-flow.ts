import { PAGE } from '../pdf-file.ts';
import { type Line, linesOf } from '../text/line-breaking.ts';
import { paragraphOf } from '../text/split-paragraph-into-words.ts';
import type { Color, Run } from '../text/text-style-and-colors.ts';
import type { PageRenderer } from './page-renderer.ts';

export const MARGIN = { x: 56, top: 60, bottom: 68 } as const;
export const WIDTH = PAGE.width - 2 * MARGIN.x;
const BOTTOM = PAGE.height - MARGIN.bottom;

/** Line height as a multiple of the font size. */
export const LEADING = 1.45;
/** Distance from a line's top to its baseline, as a multiple of the font size. */
const BASELINE = 1.07;

export interface Column {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'center' | 'right' | undefined;
}

type Backdrop = (top: number, height: number) => void;

export const heightOf = (line: Line, fallback: number): number =>
  LEADING * Math.max(...(line.pieces.length > 0 ? line.pieces.map(({ style }) => style.size) : [fallback]));

/** Places text and boxes on the pages of a file, from top to bottom. Lengths are in points. */
export class PageFlow {
  readonly renderer: PageRenderer;
  /** Distance of the next free position from the page's top. */
  y: number = MARGIN.top;
  readonly #backdrops: Backdrop[] = [];
  readonly #onNewPage: (() => void)[] = [];

  constructor(renderer: PageRenderer) {
    this.renderer = renderer;
  }

  get room(): number {
    return BOTTOM - this.y;
  }

  /** Begins a new page when less than `height` is left, unless the page is empty. */
  ensureRoom(height: number): void {
    if (this.room >= height || this.y <= MARGIN.top) return;
    this.renderer.file.addPage();
    this.y = MARGIN.top;
    for (const begin of this.#onNewPage) begin();
  }

  gap(height: number): void {
    if (this.y <= MARGIN.top) return;
    const taken = Math.min(height, this.room);
    if (taken > 0) this.reserve(taken);
  }

  reserve(height: number): number {
    const top = this.y;
    for (const draw of this.#backdrops) draw(top, height);
    this.y += height;
    return top;
  }

  /** Runs `fill`, and calls `draw` for each area that `fill` reserves. */
  withBackdrop(draw: Backdrop, fill: () => void): void {
    this.#backdrops.push(draw);
    fill();
    this.#backdrops.pop();
  }

  withPageStart(begin: () => void, fill: () => void): void {
    this.#onNewPage.push(begin);
    fill();
    this.#onNewPage.pop();
  }

  lines(runs: readonly Run[], width: number): { lines: Line[]; rightToLeft: boolean } {
    const paragraph = paragraphOf(runs, this.renderer);
    return { lines: linesOf(paragraph, width, this.renderer), rightToLeft: paragraph.rightToLeft };
  }

  /** Places text so that neither the first nor the last of several lines stands alone on a page. */
  text(runs: readonly Run[], column: Column): void {
    const { lines, rightToLeft } = this.lines(runs, column.width);
    const size = runs[0]?.style.size ?? 10;
    const height = (from: number, to: number) =>
      lines.slice(from, to).reduce((sum, line) => sum + heightOf(line, size), 0);
    lines.forEach((line, i) => {
      const isFirst = i === 0 && lines.length > 1;
      const isBeforeLast = i === lines.length - 2;
      this.ensureRoom(
        height(i, isFirst || isBeforeLast ? i + (isFirst && lines.length === 3 ? 3 : 2) : i + 1),
      );
      const lineHeight = heightOf(line, size);
      this.place(line, { align: rightToLeft ? 'right' : 'left', ...column }, this.reserve(lineHeight));
    });
  }

  place(line: Line, { x, width, align }: Column, top: number): void {
    if (line.pieces.length === 0) return;
    const size = heightOf(line, 0) / LEADING;
    const rest = Math.max(0, width - line.width);
    const shift = align === 'right' ? rest : align === 'center' ? rest / 2 : 0;
    this.renderer.line(line, x + shift, top + size * BASELINE);
  }

  rule({ x, width }: Column, color: Color): void {
    const top = this.reserve(0.75);
    this.renderer.box(x, top, width, 0.75, color);
  }
}
