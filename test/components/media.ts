/** What a test may set of the browser's own settings. */
export interface Media {
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}
