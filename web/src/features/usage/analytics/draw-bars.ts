/** Stacked bars with uPlot: colours from the page's tokens, as wide as there is room. */
import uPlot from 'uplot';
import { formatCompact, formatDollars, formatShortDay } from '../format.ts';
import { type Metric, type Series, stack } from '../model/series.ts';

const HEIGHT = 260;
const WIDEST_BAR = 40;
/** Pixels that a label of the days needs. */
const DAY_SPACE = 72;
const DIGIT_WIDTH = 7.5;
const STEPS_OF_DAYS = [1, 2, 3, 5, 7, 14, 30, 60, 90, 120];
/** There is no half message. */
const STEPS_OF_COUNTS = Array.from({ length: 10 }, (_, i) => [1, 2, 5].map((n) => n * 10 ** i)).flat();

interface Bars {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly metric: Metric;
  readonly onChoose: (at: number | undefined) => void;
}

/** Draws into `frame`, and again when its width or the colours change, until `remove` is called. */
export function drawBars(frame: HTMLElement, bars: Bars): { drawn: uPlot; remove: () => void } {
  const edges = stack(bars.series);
  const drawn = new uPlot(optionsFor(frame, bars, edges), [bars.days.map((_, i) => i), ...edges], frame);
  const sizes = new ResizeObserver(() => drawn.setSize({ width: frame.clientWidth, height: HEIGHT }));
  sizes.observe(frame);
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  const recolour = () => drawn.redraw(false);
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

/** Bars that stand on one another, so that no part shows behind the next. */
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
