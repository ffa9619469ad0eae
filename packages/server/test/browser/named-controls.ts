import type { Page } from "playwright-core";

const CONTROLS = [
  "button",
  "link",
  "textbox",
  "checkbox",
  "combobox",
  "region",
  "dialog",
  "group",
  "navigation",
] as const;

/**
 * What a screen reader calls the things on the page that can be worked or gone to, with what they
 * are.
 */
export async function namesOf(page: Page): Promise<readonly string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const lines = [...tree.matchAll(/^ *- ["']?(\w+)(?: "((?:[^"\\]|\\.)*)")?/gm)];
  return lines.flatMap(([, role = "", name = ""]) =>
    CONTROLS.some((control) => control === role) ? [`${role} ${name}`.trim()] : [],
  );
}

/** Those that it has no name for. */
export const unnamed = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !name.includes(" "));
