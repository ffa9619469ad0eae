/**
 * Draws the diagrams of the data model, which GitHub draws by itself: what refers to others stands
 * to their right.
 */

/** @typedef {{ name: string, columns: string[], isAbove: boolean }} Box `isAbove`: others refer to it. */
/** @typedef {{ from: string, to: string, many: boolean, column: string }} Line */
/** @typedef {Box & { x: number, y: number, width: number, height: number }} Placed */

const ROW = 18;
const HEAD = 26;
const PADDING = 10;
const LETTER = 7.3;
const GAP = { x: 72, y: 20 };
/** What refers to nothing, and to which nothing refers, stands in this many columns. */
const COLUMNS = 3;

const BOX = /^ {2}(\w+) \{\n([^]*?)^ {2}\}$/gm;
const LINE = /^ {2}(\w+) [|}o]+--(o\||o\{) (\w+) : (\w+)$/gm;

/** @param {string} text What stands behind `erDiagram`. @returns {string} HTML without an empty line. */
export function entityDiagram(text) {
  const lines = Array.from(text.matchAll(LINE), ([, to = "", end, from = "", column = ""]) => {
    const many = end === "o{";
    return { from, to, many, column };
  });
  const boxes = placed(boxesOf(text, lines), lines);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + 1;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + 1;
  const label = [
    `Tables ${boxes.map(({ name }) => name).join(", ")}.`,
    ...lines.map(({ from, to, column }) => `${from} refers to ${to} by ${column}.`),
  ].join(" ");
  return [
    `<div class="diagram" tabindex="0" role="group" aria-label="Diagram, which scrolls sideways">`,
    `<svg role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...drawnLines(boxes, lines),
    ...boxes.map(drawnBox),
    "</svg>",
    "</div>",
  ].join("\n");
}

/** @param {string} text @param {readonly Line[]} lines @returns {Box[]} */
function boxesOf(text, lines) {
  const own = Array.from(text.matchAll(BOX), ([, name = "", columns = ""]) => ({
    name,
    columns: columns.trim().split(/\n +/),
    isAbove: lines.some(({ to }) => to === name),
  }));
  const others = new Set(lines.map(({ to }) => to).filter((to) => own.every((b) => b.name !== to)));
  return [...Array.from(others, (name) => ({ name, columns: [], isAbove: true })), ...own];
}

/** @param {readonly Box[]} boxes @param {readonly Line[]} lines @returns {Placed[]} */
function placed(boxes, lines) {
  const isAlone = boxes.every(({ isAbove }) => !isAbove);
  const refers = (/** @type {string} */ name) => lines.some(({ from }) => from === name);
  const columnOf = (/** @type {Box} */ { name, isAbove }, /** @type {number} */ index) =>
    isAlone ? index % COLUMNS : isAbove ? 0 : refers(name) ? 1 : 2;
  const all = boxes.map((box, index) => ({ ...box, at: columnOf(box, index) }));
  let x = 1;
  return [0, 1, 2].flatMap((at) => {
    const column = all.filter((box) => box.at === at);
    const width = Math.max(0, ...column.map(widthOf));
    let y = 1;
    const made = column.map((box) => {
      const height = HEAD + box.columns.length * ROW + (box.columns.length > 0 ? PADDING : 0);
      const here = { ...box, x, y, width, height };
      y += height + GAP.y;
      return here;
    });
    x += column.length > 0 ? width + GAP.x : 0;
    return made;
  });
}

/** @param {Box} box */
const widthOf = ({ name, columns }) =>
  Math.ceil(Math.max(...[name, ...columns].map(({ length }) => length)) * LETTER) + 2 * PADDING;

/** @param {readonly Placed[]} boxes @param {readonly Line[]} lines */
function drawnLines(boxes, lines) {
  const above = [...new Set(lines.map(({ to }) => to))];
  return lines.flatMap(({ from, to, many, column }) => {
    const [child, parent] = [from, to].map((name) => boxes.find((box) => box.name === name));
    if (!child || !parent) return [];
    const row = child.columns.findIndex((each) => each.includes(` ${column} `));
    const y = child.y + HEAD + (row + 0.5) * ROW;
    const start = parent.y + HEAD / 2;
    const turn = child.x - 30 - 12 * above.indexOf(to);
    return [
      `<path d="M${parent.x + parent.width} ${start}H${turn}V${y}H${child.x}"/>`,
      `<text class="many" x="${child.x - 5}" y="${y - 4}">${many ? "n" : "1"}</text>`,
    ];
  });
}

/** @param {Placed} box */
function drawnBox({ name, columns, x, y, width, height }) {
  const rows = columns.map(
    (text, row) => `<text x="${x + PADDING}" y="${y + HEAD + (row + 0.75) * ROW}">${text}</text>`,
  );
  const head = `<text class="name" x="${x + PADDING}" y="${y + HEAD * 0.7}">${name}</text>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${head}${rows.join("")}`;
}
