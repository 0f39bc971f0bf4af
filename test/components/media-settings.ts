/** Settings of the browser that a test may change. */
export interface Media {
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  readonly media?: 'screen' | 'print';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}
