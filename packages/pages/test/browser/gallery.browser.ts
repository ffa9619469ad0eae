import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { GALLERY } from "./gallery.js";
import {
  faultsOf,
  galleryBrowser,
  overhangOf,
  photograph,
  smallTargets,
} from "./gallery-browser.js";

const { open } = galleryBrowser();
const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "no-trailing-whitespace": "off",
    "doctype-style": ["error", { style: "lowercase" }],
    // `<input />` is what the formatter writes.
    "void-style": ["error", { style: "selfclosing" }],
    // A list without bullets is none to Safari unless it says so.
    "no-redundant-role": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "long-title": "off",
    // A list may have a name.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

describe.each(Object.entries(GALLERY))("%s", (name, text) => {
  it("is valid HTML", async () => {
    const { results } = await validator.validateString(text);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${String(line)})`),
      ),
    ).toEqual([]);
  });

  it.each(["light", "dark"] as const)("is accessible and fits, in %s", async (theme) => {
    const faults: string[] = [];
    const page = await open(name, { width: 320, theme });
    faults.push(...(await smallTargets(page)));
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await photograph(page, `${name}-${theme}-${width}`);
      const overhang = await overhangOf(page);
      if (overhang > 0) faults.push(`${width} pixels: ${overhang} too wide`);
      if (width !== 390) faults.push(...(await faultsOf(page)));
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });
});

describe("a reader with needs of their own", () => {
  it("sees where controls end, in the colors of their system", async () => {
    const page = await open("sign-in-4", { width: 390, forcedColors: "active" });
    const edges = await page.evaluate<readonly string[]>(`[...document.querySelectorAll(
      "main .button, main .control",
    )].map((each) => getComputedStyle(each).borderTopWidth + getComputedStyle(each).borderTopColor)`);
    expect(edges.length).toBe(7);
    expect(edges.filter((edge) => !/^1px\s*rgb\(/.test(edge))).toEqual([]);
    await page.context().close();
  });

  it.each(["sign-in-german", "security", "members"])(
    "reads %s in letters of twice the size, without scrolling to the side",
    async (name) => {
      for (const width of [320, 1280]) {
        const page = await open(name, { width });
        await page.addStyleTag({ content: "html{font-size:200%}" });
        expect(await overhangOf(page), `${width} pixels`).toBe(0);
        await page.context().close();
      }
    },
  );
});
