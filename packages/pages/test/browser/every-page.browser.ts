import { beforeAll, expect, it } from "vitest";
import { NAMES } from "../states/cast.js";
import { RIGHT_TO_LEFT } from "../states/right-to-left.js";
import { drawStates, type ShownState } from "../states/states.js";
import {
  axeFaults,
  documentPage,
  edgeFaults,
  focusFaults,
  layoutFaults,
  openFrames,
  photograph,
  smallTargets,
  standingAlone,
} from "./document-browser.js";

const page = documentPage();
let english: readonly ShownState[];
beforeAll(async () => {
  english = await drawStates();
});

/** What a check finds in each state, by the name of the state. */
async function faultsIn(
  states: readonly ShownState[],
  check: (html: string, name: string) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { page: name, state, shown } of states) {
    const faults = await check(shown.html, `${name}: ${state}`);
    if (faults.length > 0) found[`${name}: ${state}`] = faults;
  }
  return found;
}

it("every page is accessible by axe, keyboard and forced colors, in light on a phone and in dark on a screen", async () => {
  const faults = await faultsIn(english, async (html, name) => {
    await page().setViewportSize({ width: 390, height: 800 });
    await page().emulateMedia({ colorScheme: "light" });
    await page().setContent(standingAlone(html));
    await photograph(page(), `${name}-light-390`);
    const found = [
      ...(await axeFaults(page())),
      ...(await smallTargets(page())),
      ...(await edgeFaults(page())),
      ...(await focusFaults(page())),
    ];
    // The theme changes colors, and the width what is shown of the frame.
    await page().setViewportSize({ width: 1280, height: 800 });
    await page().emulateMedia({ colorScheme: "dark" });
    await photograph(page(), `${name}-dark-1280`);
    return [...found, ...(await axeFaults(page(), { runOnly: ["color-contrast"] }))];
  });
  expect(faults).toEqual({});
});

it.each(["en", "de", "fr", "es", "ja", "ar"])(
  "every page fits, in %s, mirrored, and in letters of twice the size",
  async (locale) => {
    const states =
      locale === "ar"
        ? await drawStates(RIGHT_TO_LEFT)
        : await drawStates({ headers: { "accept-language": locale } });
    await page().setViewportSize({ width: 1280, height: 800 });
    await openFrames(page());
    expect(
      await faultsIn(states, (html) => layoutFaults(page(), html, [NAMES.organization])),
    ).toEqual({});
  },
);
