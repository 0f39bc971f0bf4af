/** What a test may set of the browser's own settings. */
export interface Media {
  readonly colorScheme?: 'light' | 'dark';
  readonly media?: 'screen' | 'print';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}
