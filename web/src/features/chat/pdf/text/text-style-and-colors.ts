/** Red, green and blue, from 0 to 1. */
export type Color = readonly [number, number, number];

export interface TextStyle {
  /** Font size in points. */
  readonly size: number;
  readonly color: Color;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly mono?: boolean;
  readonly strike?: boolean;
  readonly background?: Color;
  /** Address of a link: http, https or mailto. */
  readonly link?: string;
}

/** Text of one style. A line feed in it ends the line. */
export interface Run {
  readonly text: string;
  readonly style: TextStyle;
}

const rgb = (hex: number): Color => [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];

export const INK = rgb(0x1f2123);
export const SOFT = rgb(0x5a5c5e);
export const ACCENT = rgb(0x0b5f58);
export const BACKGROUND = rgb(0xf3f1ec);
export const RULE = rgb(0xc9c5ba);
