import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { html, minified } from "@acme/auth-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPages } from "../src/create-pages.js";
import { PAGE_PATHS } from "../src/page-paths.js";
import { ANSWERS } from "../src/pages/answers.js";
import { PAGES } from "../src/pages/pages.js";
import { diffEjected } from "../src/platform/eject.js";
import { PAGE_RULES } from "../src/style/pages-stylesheet.js";
import { enter } from "./account-world.js";
import type { Browser, ShownPage } from "./browser.js";
import { ejectableFiles, type EjectedApplication, ejectedApplication } from "./ejected.js";
import { openWorld } from "./open-world.js";

let application: EjectedApplication;
beforeAll(async () => {
  application = await ejectedApplication();
});
afterAll(() => application.remove());

/** Values that no two answers share. */
const own = (text: string): string =>
  text
    .replaceAll(/(name="step" value=")[^"]*/g, "$1…")
    .replaceAll(/pages-[\w-]{16}\./g, "pages-….");

/** Everything that a page is answered with. */
const answered = ({ status, url, html, location }: ShownPage) => ({
  status,
  url,
  location,
  html: own(html),
});

const ORGANIZATION = { slug: "studio" };

/** The path of each page. The organization in it exists; the other rows do not. */
const PATHS = Object.keys(PAGES).map((name) => {
  const path: string = Object.entries(PAGE_PATHS).find(([each]) => each === name)?.[1] ?? "";
  return path
    .replace(":slug", ORGANIZATION.slug)
    .replace(":provider", "google")
    .replace(":id", "01890000-0000-7000-8000-000000000000");
});

/** Asks each path as it is, then posts an empty form to it. */
async function visitAll(browser: Browser): Promise<readonly ReturnType<typeof answered>[]> {
  const answers: ReturnType<typeof answered>[] = [];
  for (const path of PATHS) answers.push(answered(await browser.ask("GET", path)));
  for (const path of PATHS.filter((each) => !/sign-out|end-others|deletion$/.test(each)))
    answers.push(answered(await browser.send(path, {})));
  return answers;
}

describe("an application that has ejected everything", () => {
  it("has a file for each page, for layout, parts, style and texts", async () => {
    const files = await ejectableFiles();
    const pages = Object.entries<{ readonly template: unknown }>(PAGES)
      .filter(([, { template }]) => template !== null)
      .map(([name]) => name);
    const paths = [...pages, ...Object.keys(ANSWERS)].map(
      (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    );
    const own = Object.keys(files).filter((path) => !path.startsWith("parts/"));
    expect(own.sort()).toEqual([...paths, "layout.ts", "style.css", "texts/en.ts"].sort());
    const parts = readdirSync(join(import.meta.dirname, "../src/parts")).filter(
      (name) => !name.endsWith(".test.ts"),
    );
    expect(Object.keys(files).filter((path) => path.startsWith("parts/"))).toHaveLength(
      parts.length + 1,
    );
  });

  it("imports what is public, and its own files", async () => {
    const modules = Object.values(await ejectableFiles()).flatMap((text) =>
      [...text.matchAll(/ from "([^"]*)"/g)].map(([, module]) => module),
    );
    expect([...new Set(modules.filter((module) => !module?.startsWith("./")))].sort()).toEqual([
      "@acme/auth-core",
      "@acme/auth-http",
      "@acme/auth-pages/templates",
    ]);
  });

  it("answers the same, to the byte, on every page and for every empty form", async () => {
    const [plain, ejected] = await Promise.all(
      [{}, await application.options()].map(async (pages) => {
        const world = await openWorld({ pages });
        const stranger = await visitAll(world.newBrowser());
        const ada = await enter(world, "ada@example.com");
        await ada.post("/new-organization", { name: "Studio", ...ORGANIZATION });
        const own = await visitAll(ada);
        const error = answered(
          await ada.ask("GET", "/nowhere", { headers: { accept: "text/html" } }),
        );
        expect(world.breaches).toEqual([]);
        return [...stranger, ...own, error];
      }),
    );
    const shown = plain?.filter(({ location }) => location === null) ?? [];
    expect(new Set(shown.map(({ html: page }) => page)).size).toBeGreaterThan(40);
    expect(ejected).toEqual(plain);
  }, 120_000);

  it("has the rules of the package in its style", async () => {
    const { "style.css": style = "" } = await ejectableFiles();
    expect(minified(style)).toBe(minified(PAGE_RULES));
  });
});

describe("an application that has ejected some of it", () => {
  it("shows the page that it has changed, and no other; --diff names it", async () => {
    const { folder, options, remove } = await ejectedApplication(["signIn", "not-found"]);
    const path = join(folder, "sign-in.ts");
    const changed = readFileSync(path, "utf8").replace(
      "heading({ title",
      'heading({ title: "Moin"',
    );
    writeFileSync(path, changed);
    const world = await openWorld({ pages: await options() });
    const browser = world.newBrowser();
    expect((await browser.open("/sign-in")).heading).toBe("Moin");
    expect((await browser.open("/forgot-password")).heading).not.toBe("Moin");
    const changes = diffEjected({ folder, files: await ejectableFiles() });
    expect(changes.map(({ path: each, you }) => [each, you])).toEqual([
      ["not-found.ts", "same"],
      ["sign-in.ts", "changed"],
    ]);
    // The parts are the package's, so no setting of the compiler is needed.
    expect(changed).not.toContain('"./parts');
    remove();
  });

  it("shows its own template for a form that is refused, and in place of a page", async () => {
    const title = "Mine";
    const shown = () => ({ title, content: html`<h1>Mine</h1>` });
    const world = await openWorld({
      pages: { templates: { deleteOrganization: shown, newInvitations: shown, notFound: shown } },
    });
    const ada = await enter(world, "ada@example.com");
    await ada.post("/new-organization", { name: "Studio", ...ORGANIZATION });
    const refused = [
      await ada.send("/organizations/studio/delete", { confirm: "Atelier" }),
      await ada.send("/organizations/studio/invitations/new", { emails: "", role: "member" }),
      await ada.open("/nowhere"),
    ];
    expect(refused.map(({ status, heading }) => [status, heading])).toEqual([
      [400, title],
      [400, title],
      [404, title],
    ]);
  });

  it("has its own rules, and the colors of the brand, in both stylesheets", async () => {
    const style = "a { color: var(--fill); }\n/* Signed-in pages */\nb { color: red; }";
    const world = await openWorld({ pages: { style } });
    const browser = world.newBrowser();
    const { html: page } = await browser.open("/sign-in");
    const [, inline = ""] = /<style>(.*)<\/style>/s.exec(page) ?? [];
    expect(inline).toMatch(/--fill:#[^]*a\{color:var\(--fill\)\}$/);
    expect(() => createPages({ style: "a{}</style><script>" })).toThrow(TypeError);
  });
});
