/** Page of a list that operators read. A page without `nextCursor` is the last one. */
export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor?: string;
}
