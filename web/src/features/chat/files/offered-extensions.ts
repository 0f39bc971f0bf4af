/** Extensions that the browser's file dialog offers. `file-kind-and-acceptance.ts` decides which files can be added. */
export const PDF_AND_OFFICE = 'pdf docx docm xlsx xlsm'.split(' ');
const TEXTS = 'csv tsv txt md html json xml yaml log'.split(' ');
export const CODE =
  'js jsx ts tsx py java c h cpp hpp cs go rs rb php swift kt sh sql css vue toml ini tex'.split(' ');

/** Because of `image/*`, phones also offer their camera and gallery. */
export const ACCEPT = [
  'image/*',
  ...[...PDF_AND_OFFICE, ...TEXTS, ...CODE].map((extension) => `.${extension}`),
].join(',');
