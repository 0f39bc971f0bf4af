/** Messages between a page and its iframe with a diagram. They pass through a MessageChannel. */

export type DiagramTheme = 'light' | 'dark';

/** Message of the page to the iframe: what to draw. An iframe draws one diagram. */
export interface DiagramRequest {
  readonly source: string;
  readonly theme: DiagramTheme;
}

/**
 * Message of the iframe to the page. `began` says that the iframe has the request and draws. `drawn` is sent again
 * each time that the diagram's height changes. The height is in CSS pixels.
 */
export type DiagramReport =
  | { readonly type: 'began' }
  | { readonly type: 'drawn'; readonly height: number }
  | { readonly type: 'failed'; readonly reason: string };
