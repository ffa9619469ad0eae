/** The two themes of every page; mails follow where the mail program does. */
export type Theme = "light" | "dark";

/** The colors of one theme that no brand changes, each as `#rrggbb`. */
export interface Palette {
  /** Behind everything. */
  readonly page: string;
  /** Of cards, fields and bars, which lie on the page. */
  readonly card: string;
  /** Of a row or a quiet button below the pointer. */
  readonly hover: string;
  readonly text: string;
  /** Of text that comes second: hints, facts, footers. */
  readonly quiet: string;
  /** Between parts. Decoration: nothing is told by it alone. */
  readonly line: string;
  /** Around controls. */
  readonly edge: string;
  readonly good: string;
  /** Below text in `good`. */
  readonly goodSoft: string;
  readonly bad: string;
  readonly badSoft: string;
  readonly warn: string;
  readonly warnSoft: string;
}

/** What mails and pages are painted with besides the color of the brand. */
export const PALETTE: Readonly<Record<Theme, Palette>> = {
  light: {
    page: "#f7f8fa",
    card: "#ffffff",
    hover: "#eef0f4",
    text: "#15181e",
    quiet: "#535b6a",
    line: "#e1e4ea",
    edge: "#858d9c",
    good: "#14663a",
    goodSoft: "#e8f5ee",
    bad: "#b3261e",
    badSoft: "#fdeeec",
    warn: "#7a4b00",
    warnSoft: "#fff5df",
  },
  dark: {
    page: "#0f1115",
    card: "#171a21",
    hover: "#20242d",
    text: "#eceef2",
    quiet: "#a6adbb",
    line: "#2c313b",
    edge: "#727a8a",
    good: "#7fdca0",
    goodSoft: "#12281b",
    bad: "#ffb4ab",
    badSoft: "#351614",
    warn: "#f5ce86",
    warnSoft: "#33260d",
  },
};
