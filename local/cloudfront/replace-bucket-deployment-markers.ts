import type { DeploymentSource } from './cloudfront-types.ts';

/**
 * Replaces the markers in a file, as BucketDeployment's handler does (aws-cdk-lib 2.276). A marker is CDK's placeholder
 * for a value that is known only at deployment.
 */
export function replaceMarkers(file: Buffer, source: DeploymentSource): Buffer {
  const { markers = {}, markersConfig = {} } = source;
  const replacements = Object.entries(markers).map(
    ([marker, value]) => [marker, encoded(marker, value, markersConfig)] as const,
  );
  if (!replacements.some(([marker]) => file.includes(marker))) return file;
  // Latin-1 keeps bytes that are not valid UTF-8. With `rewrite`, the decoding below replaces these bytes by U+FFFD.
  let text = file.toString('latin1');
  for (const [marker, value] of replacements)
    text = text.replaceAll(marker, () => Buffer.from(value, 'utf8').toString('latin1'));
  const replaced = Buffer.from(text, 'latin1');
  return source.rewrite === undefined ? replaced : Buffer.from(source.rewrite(replaced.toString('utf8')));
}

function encoded(
  marker: string,
  value: unknown,
  config: NonNullable<DeploymentSource['markersConfig']>,
): string {
  const byDefault = String(config.jsonEscape).toLowerCase() === 'true' ? 'UNQUOTED_JSON_VALUE' : 'LITERAL';
  const encoding = config.markerEncodings?.[marker] ?? byDefault;
  const isScalar = typeof value !== 'object' || value === null;
  switch (encoding) {
    case 'LITERAL':
      if (!isScalar) throw new Error(`the marker ${marker} has a value that is no text`);
      return String(value);
    case 'UNQUOTED_JSON_VALUE':
      return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
    case 'JSON_VALUE':
      return JSON.stringify(value);
    default:
      throw new Error(`not emulated: marker encoding ${encoding}`);
  }
}
