/** Messages between a page and its iframe with a diagram. They pass through a MessageChannel. */

export type DiagramTheme = 'light' | 'dark';

/** Message of the page to the iframe, which draws one diagram. */
export interface DiagramRequest {
  readonly source: string;
  readonly theme: DiagramTheme;
}

/** Message of the iframe to the page. `drawn` is sent again when the height changes. The height is in CSS pixels. */
export type DiagramReport =
  | { readonly type: 'began' }
  | { readonly type: 'drawn'; readonly height: number }
  | { readonly type: 'failed'; readonly reason: string };
