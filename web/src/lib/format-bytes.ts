const KB = 1_024;
const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** Returns a size for the user, such as `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KB)));
  const value = bytes / KB ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[power]}`;
}
