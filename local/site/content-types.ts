/** Content types as `aws s3 sync` guesses them, by a key's ending. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  map: 'binary/octet-stream',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  xml: 'text/xml',
};

/** S3's own default stands for an ending nobody knows (fonts in woff2 among them). */
export function contentTypeOf(key: string): string {
  const ending = /\.([^./]+)$/.exec(key)?.[1]?.toLowerCase() ?? '';
  return TYPES[ending] ?? 'binary/octet-stream';
}
