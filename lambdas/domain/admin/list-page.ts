/** Page of an operators' list. Without `nextCursor` it is the last one. */
export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor?: string;
}
