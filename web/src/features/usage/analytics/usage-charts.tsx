/** The chart itself, and the library that draws it: loaded for those who see one. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Metric, Series } from '../model/series.ts';
import styles from '../usage.module.css';
import { drawBars } from './draw-bars.ts';

interface StackedBarsProps {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly metric: Metric;
  readonly label: string;
  /** Text that is read out for the chosen day. */
  readonly says: string;
  /** Its index. */
  readonly chosen: number | undefined;
  /** The same function at every render. */
  readonly onChoose: (at: number | undefined) => void;
}

/** A bar for each day. The pointer or the arrow keys choose one. */
export function StackedBars({ days, series, metric, label, says, chosen, onChoose }: StackedBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  useEffect(() => {
    if (!frame.current) return;
    const { drawn, remove } = drawBars(frame.current, { days, series, metric, onChoose });
    plot.current = drawn;
    return remove;
  }, [days, series, metric, onChoose]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = stepOf(event, chosen, days.length - 1);
    if (at === undefined) return;
    event.preventDefault();
    onChoose(at < 0 ? undefined : at);
    const left = at < 0 ? -1 : (plot.current?.valToPos(at, 'x') ?? -1);
    plot.current?.setCursor({ left, top: 0 }, false);
  };
  return (
    <div
      ref={frame}
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={chosen ?? days.length - 1}
      aria-valuetext={says}
      onKeyDown={onKeyDown}
    />
  );
}

/** The day that a key leads to; -1 for none; undefined for any other key. */
function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, at: number | undefined, last: number) {
  if (ctrlKey || metaKey || altKey) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at === undefined ? last : Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return at === undefined ? last : Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === undefined ? undefined : -1;
    default:
      return undefined;
  }
}
