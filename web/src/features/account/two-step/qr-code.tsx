import { encode } from 'uqr';
import styles from './two-step.module.css';

/** Width of the light margin around the code, in modules (squares). ISO/IEC 18004 demands it. */
const QUIET = 4;

/** QR code, dark on white in both colour schemes, because many cameras read no code that is light on dark. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  const side = size + 2 * QUIET;
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={modules.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
