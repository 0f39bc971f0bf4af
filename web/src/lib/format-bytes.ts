const KB = 1_024;
const UNITS = ['bytes', 'KB', 'MB', 'GB'];

export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let power = 0;
  // Rounds first. Otherwise a size just below 1 MB would be shown as 1,024 KB.
  for (; Math.round(value) >= KB && power < UNITS.length - 1; power++) value /= KB;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[power]}`;
}
