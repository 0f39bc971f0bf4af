/** Messages between a page and its frame with a diagram. They pass through a MessageChannel. */

export type DiagramTheme = 'light' | 'dark';

/** Message of the page: what to draw. A frame draws one diagram. */
export interface DiagramRequest {
  readonly source: string;
  readonly theme: DiagramTheme;
}

/**
 * Message of the frame. `began` is its answer to the request. The height, in CSS pixels, is reported again at each change.
 */
export type DiagramReport =
  | { readonly type: 'began' }
  | { readonly type: 'drawn'; readonly height: number }
  | { readonly type: 'failed'; readonly reason: string };
