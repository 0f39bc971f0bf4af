import type { DiagramTheme } from './page-and-iframe-messages.ts';

/** Colours of a theme. All but `areas` and `plots` have the values of tokens in `web/src/styles/design-tokens-and-base.css`. */
interface Palette {
  readonly sunken: string;
  readonly raised: string;
  readonly hover: string;
  readonly soft: string;
  readonly accent: string;
  readonly ink: string;
  readonly inkSoft: string;
  /** Areas with text on them, such as slices of a pie, branches of a mindmap, and periods of a timeline. */
  readonly areas: readonly string[];
  /** Lines and bars without text, and the labels of a git graph's branches, whose text has the colour `sunken`. */
  readonly plots: readonly string[];
}

const PALETTES: Readonly<Record<DiagramTheme, Palette>> = {
  light: {
    sunken: '#f1efe9',
    raised: '#ffffff',
    hover: '#ebe8e0',
    soft: '#e0f0ed',
    accent: '#0f766e',
    ink: '#1f2123',
    inkSoft: '#5a5c5e',
    areas: ['#b5ddd6', '#f3cfa2', '#c5d3f2', '#e6c6e4', '#d4dda6', '#f2c4bf', '#bfe0ee', '#dccfbd'],
    plots: ['#0f766e', '#97480a', '#1455a8', '#8250a8', '#5f6b12', '#b3261e', '#0b6a87', '#6b5a3d'],
  },
  dark: {
    sunken: '#1b1c1f',
    raised: '#1f2124',
    hover: '#2a2c30',
    soft: '#1d3733',
    accent: '#5eead4',
    ink: '#ececea',
    inkSoft: '#a9adb2',
    areas: ['#1f5a52', '#6b4a1e', '#31487a', '#5f3b66', '#4d5a23', '#74393a', '#1f5566', '#564b3d'],
    plots: ['#5eead4', '#f2b27a', '#8ec3ff', '#cfa7f5', '#d3dc7c', '#ffb4ab', '#7fd3ee', '#d8c6a6'],
  },
};

export const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export const THEME_CSS = `
  .edgeLabel rect, .edgeLabel .background { opacity: 1; }
  .mindmap-node > circle ~ .label text { text-anchor: middle; }`;

/** Text colours for nodes to which the source of the diagram gives a fill. */
export const INKS = { onLight: PALETTES.light.ink, onDark: PALETTES.dark.ink } as const;

/** Returns values for variables of Mermaid's theme `base`. Mermaid derives all other variables. */
export function themeVariables(theme: DiagramTheme): Readonly<Record<string, unknown>> {
  const { sunken, raised, hover, soft, accent, ink, inkSoft, areas, plots } = PALETTES[theme];
  return {
    fontFamily: FONTS,
    background: sunken,
    primaryColor: soft,
    primaryBorderColor: accent,
    primaryTextColor: ink,
    secondaryColor: hover,
    tertiaryColor: raised,
    lineColor: inkSoft,
    textColor: ink,
    titleColor: ink,
    edgeLabelBackground: sunken,
    clusterBkg: raised,
    clusterBorder: inkSoft,
    noteBkgColor: hover,
    noteBorderColor: inkSoft,
    noteTextColor: ink,
    rowOdd: raised,
    rowEven: hover,
    attributeBackgroundColorOdd: raised,
    attributeBackgroundColorEven: hover,
    sectionBkgColor: hover,
    sectionBkgColor2: hover,
    altSectionBkgColor: raised,
    taskBkgColor: areas[0],
    taskBorderColor: accent,
    taskTextColor: ink,
    taskTextDarkColor: ink,
    taskTextLightColor: ink,
    taskTextOutsideColor: ink,
    activeTaskBkgColor: areas[2],
    activeTaskBorderColor: inkSoft,
    doneTaskBkgColor: hover,
    doneTaskBorderColor: inkSoft,
    critBkgColor: areas[5],
    critBorderColor: plots[5],
    gridColor: inkSoft,
    pieStrokeColor: sunken,
    pieOuterStrokeColor: inkSoft,
    pieOpacity: '1',
    pieTitleTextColor: ink,
    pieSectionTextColor: ink,
    pieLegendTextColor: ink,
    sequenceNumberColor: sunken,
    xyChart: {
      backgroundColor: sunken,
      plotColorPalette: plots.join(','),
      titleColor: ink,
      ...axis('x', ink, inkSoft),
      ...axis('y', ink, inkSoft),
    },
    quadrantPointFill: accent,
    quadrantPointTextFill: ink,
    commitLabelBackground: sunken,
    commitLabelColor: ink,
    ...numbered('pie', 1, areas),
    ...numbered('cScale', 0, areas),
    ...numbered('cScalePeer', 0, plots),
    ...numbered(
      'cScaleLabel',
      0,
      areas.map(() => ink),
    ),
    ...numbered('git', 0, plots),
    ...numbered(
      'gitBranchLabel',
      0,
      plots.map(() => sunken),
    ),
    ...numbered('fillType', 0, areas),
  };
}

const axis = (name: 'x' | 'y', ink: string, lines: string): Record<string, string> => ({
  [`${name}AxisTitleColor`]: ink,
  [`${name}AxisLabelColor`]: ink,
  [`${name}AxisTickColor`]: lines,
  [`${name}AxisLineColor`]: lines,
});

const numbered = (name: string, first: number, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, i) => [`${name}${i + first}`, value]));
