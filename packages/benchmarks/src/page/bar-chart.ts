import { type Figure, write, writeFigure } from "../figures.js";

/** Whose figure a bar shows, which decides its colour; its label names it too. */
export type Tone = "ours" | "byHand" | "theirs";

export interface Bar {
  readonly name: string;
  readonly figure: Figure;
  readonly tone: Tone;
}

/** Horizontal bars in groups. All of them share one scale, which begins at zero. */
export interface BarChart {
  readonly title: string;
  readonly unit: string;
  readonly groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[];
}

const WIDTH = 760;
const BARS = { left: 310, width: 350 };
const ROW = 22;
const BAR_HEIGHT = 14;
const TITLE_HEIGHT = 44;
const GROUP_HEIGHT = 30;

/** Colours that are legible on white and on black; the reader's preference decides which. */
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #1f2937 }
.title { font-weight: 600; font-size: 15px }
.group { font-weight: 600 }
.ours { fill: #2563eb } .byHand { fill: #64748b } .theirs { fill: #c2410c }
.spread { stroke: #111827; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e5e7eb }
.ours { fill: #60a5fa } .byHand { fill: #94a3b8 } .theirs { fill: #fb923c }
.spread { stroke: #f9fafb }
}`;

/** The chart as a picture without a background, with its text alternative in it. */
export function renderBarChart(chart: BarChart): string {
  const { title, unit, groups } = chart;
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ figure }) => figure.most)));
  const lengthOf = (value: number): number => (value / most) * BARS.width;
  const lines: string[] = [];
  let y = TITLE_HEIGHT;
  for (const { name, bars } of groups) {
    lines.push(textAt({ x: 0, y: y + 20 }, name, "group"));
    y += GROUP_HEIGHT;
    for (const bar of bars) {
      lines.push(...barAt(y, bar, lengthOf));
      y += ROW;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" role="img" aria-labelledby="title alternative">
<title id="title">${escape(title)}</title>
<desc id="alternative">${escape(describeBarChart(chart))}</desc>
<style>${STYLE}</style>
${textAt({ x: 0, y: 18 }, title, "title")}
${textAt({ x: 0, y: 38 }, unit)}
${lines.join("\n")}
</svg>
`;
}

function barAt(
  y: number,
  { name, figure, tone }: Bar,
  lengthOf: (value: number) => number,
): readonly string[] {
  const middle = y + ROW / 2;
  const [from, to] = [figure.least, figure.most].map((value) => round(BARS.left + lengthOf(value)));
  const bar = `<rect class="${tone}" x="${BARS.left}" y="${middle - BAR_HEIGHT / 2}" width="${round(lengthOf(figure.median))}" height="${BAR_HEIGHT}" rx="2"/>`;
  const spread = `<path class="spread" d="M${from} ${middle}H${to}"/>`;
  return [
    textAt({ x: 12, y: middle + 4 }, name),
    bar,
    ...(from === to ? [] : [spread]),
    textAt({ x: Math.max(to ?? 0, BARS.left) + 8, y: middle + 4 }, write(figure.median)),
  ];
}

/** What the picture shows, in words. */
export const describeBarChart = ({ title, unit, groups }: BarChart): string =>
  `${title}, ${unit}, median (least–most). ${groups
    .map(
      ({ name, bars }) =>
        `${name}: ${bars.map((bar) => `${bar.name} ${writeFigure(bar.figure)}`).join("; ")}.`,
    )
    .join(" ")}`;

const round = (value: number): number => Math.round(value * 10) / 10;

interface Point {
  readonly x: number;
  readonly y: number;
}

const textAt = ({ x, y }: Point, text: string, style?: string): string =>
  `<text x="${round(x)}" y="${y}"${style === undefined ? "" : ` class="${style}"`}>${escape(text)}</text>`;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
