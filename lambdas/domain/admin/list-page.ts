/** Page of an operators' list. A page without `nextCursor` is the last one. */
export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor?: string;
}
