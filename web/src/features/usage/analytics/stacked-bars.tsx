import { type KeyboardEvent, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Metric, type Series, stack } from '../calculations/daily-series.ts';
import { formatCompact, formatDollars, formatShortDay } from '../format-numbers-and-days.ts';
import styles from './analytics.module.css';

interface StackedBarsProps {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly metric: Metric;
  readonly label: string;
  /** Text that screen readers announce: the numbers of the chosen day, or of the whole range. */
  readonly says: string;
  /** Index of the chosen day in `days`. */
  readonly chosen: number | undefined;
  /** Must be the same function at every render, because a new function rebuilds the chart. */
  readonly onChoose: (at: number | undefined) => void;
}

/** Stacked bar chart with one bar per day. The pointer and the keyboard choose a day. */
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

/** Returns the index of the day that a key chooses: -1 for no day, undefined if the key does nothing. */
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

/** All sizes are in pixels. */
const HEIGHT = 260;
const WIDEST_BAR = 40;
/** Least distance between two labels of the day axis. */
const DAY_SPACE = 72;
const DIGIT_WIDTH = 7.5;
const STEPS_OF_DAYS = [1, 2, 3, 5, 7, 14, 30, 60, 90, 120];
/** Whole numbers only, because there is no half message or token. */
const STEPS_OF_COUNTS = Array.from({ length: 10 }, (_, i) => [1, 2, 5].map((n) => n * 10 ** i)).flat();

interface Bars {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly metric: Metric;
  readonly onChoose: (at: number | undefined) => void;
}

function drawBars(frame: HTMLElement, bars: Bars): { drawn: uPlot; remove: () => void } {
  const edges = stack(bars.series);
  const drawn = new uPlot(optionsFor(frame, bars, edges), [bars.days.map((_, i) => i), ...edges], frame);
  const sizes = new ResizeObserver(() => drawn.setSize({ width: frame.clientWidth, height: HEIGHT }));
  sizes.observe(frame);
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  // uPlot caches the colour of bars together with their paths. `redraw` builds the paths again, with the new colours.
  const recolour = () => drawn.redraw();
  scheme.addEventListener('change', recolour);
  const remove = () => {
    sizes.disconnect();
    scheme.removeEventListener('change', recolour);
    drawn.destroy();
  };
  return { drawn, remove };
}

function optionsFor(
  frame: HTMLElement,
  { days, metric, onChoose }: Bars,
  edges: readonly number[][],
): uPlot.Options {
  const colour = (token: string) => () => getComputedStyle(frame).getPropertyValue(token);
  const ground = days.map(() => 0);
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    padding: [8, 28, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, days.length - 0.5] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [daysAxis(days, colour), valuesAxis(metric, colour)],
    series: [
      {},
      ...edges.map((edge, i) => ({
        ...pathsBetween(edges[i - 1] ?? ground, edge),
        fill: colour(`--series-${i + 1}`),
        width: 0,
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onChoose(idx ?? undefined)] },
  };
}

/** Draws bars from `lower` to `upper`, so that the parts of a stack do not overlap. */
function pathsBetween(lower: number[], upper: number[]): Pick<uPlot.Series, 'paths'> {
  const at = (values: number[]) => ({ unit: 1, values: () => values });
  const paths = uPlot.paths.bars?.({ size: [0.8, WIDEST_BAR], disp: { y0: at(lower), y1: at(upper) } });
  return paths ? { paths } : {};
}

type Colour = (token: string) => () => string;

const daysAxis = (days: readonly string[], colour: Colour): uPlot.Axis => ({
  stroke: colour('--ink-soft'),
  grid: { show: false },
  ticks: { stroke: colour('--line'), width: 1 },
  incrs: STEPS_OF_DAYS,
  space: DAY_SPACE,
  values: (_, splits) => splits.map((i) => (days[i] === undefined ? '' : formatShortDay(days[i]))),
});

const valuesAxis = (metric: Metric, colour: Colour): uPlot.Axis => ({
  stroke: colour('--ink-soft'),
  grid: { stroke: colour('--line'), width: 1 },
  ticks: { show: false },
  ...(metric !== 'cost' && { incrs: STEPS_OF_COUNTS }),
  size: (_, values) => 16 + DIGIT_WIDTH * Math.max(1, ...(values ?? []).map(({ length }) => length)),
  values: (_, splits) => splits.map(metric === 'cost' ? formatDollars : formatCompact),
});
