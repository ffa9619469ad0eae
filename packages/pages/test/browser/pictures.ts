import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser as Chromium, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Brand,
  openBranded,
  openStudio,
  waitingForCode,
  type World,
} from "./pictures-world.js";

/** The folder that the pictures of the documents go to. */
const PICTURES = process.env["PICTURES"] ?? "";
/** A stylesheet with the font that they are taken in; a page never brings one. */
const FONTS = process.env["SCREENSHOT_FONTS"];
/** No picture of a document is larger, in bytes. */
const MAX_SIZE = 150_000;
/** Milliseconds for the pictures of a test, on a busy machine. */
const SLOW = 300_000;
const MEMBERS = "/organizations/nordlicht-studio/members";
const ORIGIN = "https://auth.example.com";

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
  brand: { width: 480, height: 640 },
} as const;
const THEMES = ["light", "dark"] as const;

let browser: Chromium;

/** What is looked at, by a person with those cookies. */
interface Sight {
  readonly world: World;
  readonly cookies: ReadonlyMap<string, string>;
  readonly at: string;
  readonly size: keyof typeof SIZES;
  readonly theme?: (typeof THEMES)[number];
}

async function look({ world, cookies, at, size, theme = "light" }: Sight): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    deviceScaleFactor: 2,
    colorScheme: theme,
    locale: "en-US",
    timezoneId: "UTC",
    // For the font alone: the policy of the pages lets none in.
    bypassCSP: true,
  });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  await context.route("**/*", async (route) =>
    route.fulfill(await answer(world, new URL(route.request().url()), cookie)),
  );
  const page = await context.newPage();
  await page.goto(ORIGIN + at);
  return photograph(page).finally(() => context.close());
}

/** What the surface answers to a GET. */
async function answer({ surface }: World, { pathname, search }: URL, cookie: string) {
  const headers = new Map(Object.entries({ accept: "text/html", "accept-language": "en", cookie }));
  const reply = await surface.answer({
    method: "GET",
    path: pathname,
    query: search.slice(1),
    peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
    header: (name) => headers.get(name),
    readBody: () => Promise.resolve(null),
  });
  const { status = 404, headers: pairs = [], body = null } = reply ?? {};
  const type = pairs[pairs.findIndex((each) => each.toLowerCase() === "content-type") + 1];
  return {
    status,
    contentType: type ?? "text/plain",
    body: typeof body === "string" ? body : Buffer.from(body instanceof Uint8Array ? body : []),
  };
}

async function photograph(page: Page): Promise<Buffer> {
  if (FONTS) await page.addStyleTag({ content: readFileSync(FONTS, "utf8") });
  await page.evaluate("document.fonts.ready.then(() => document.activeElement?.blur())");
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

/** A picture of HTML that is no page of ours. */
async function photographHtml(
  html: string,
  viewport: { readonly width: number; readonly height: number },
  scale = 2,
): Promise<Buffer> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
  await page.setContent(html);
  return photograph(page).finally(() => page.close());
}

/** Writes the picture as WebP, which the browser makes of it. */
async function keep(name: string, picture: Buffer): Promise<void> {
  const page = await browser.newPage();
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = "${urlOf(picture)}";
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8);
  })()`);
  await page.close();
  const made = Buffer.from(url.split(",")[1] ?? "", "base64");
  expect(made.length, name).toBeLessThanOrEqual(MAX_SIZE);
  writeFileSync(join(PICTURES, `${name}.webp`), made);
}

const urlOf = (picture: Buffer): string => `data:image/png;base64,${picture.toString("base64")}`;

describe("the pictures of the documents", () => {
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
    });
  });
  afterAll(() => browser.close());

  it(
    "show signing in, the security of an account and members",
    async () => {
      const world = await openBranded({ appName: "Nordlicht", brand: { color: "#0f766e" } });
      const { cookies: signedIn } = await openStudio(world);
      const { cookies: waiting } = await waitingForCode(world);
      const sights = {
        "sign-in": { cookies: waiting, at: "/sign-in", sizes: ["desktop", "phone"] },
        code: { cookies: waiting, at: "/sign-in/code", sizes: ["phone"] },
        security: { cookies: signedIn, at: "/account/security", sizes: ["desktop", "phone"] },
        members: { cookies: signedIn, at: MEMBERS, sizes: ["phone"] },
      } as const;
      for (const [name, { sizes, ...sight }] of Object.entries(sights))
        for (const size of sizes)
          for (const theme of THEMES)
            await keep(`${name}-${size}-${theme}`, await look({ world, ...sight, size, theme }));
    },
    SLOW,
  );

  it(
    "show mail, mailed page and page of three brands in one look",
    async () => {
      const brands: readonly Brand[] = [
        { appName: "Nordlicht", brand: { color: "#0f766e" } },
        { appName: "Kiosk", brand: { color: "#facc15", corners: "round" } },
        { appName: "Monolith", brand: { color: "#111827", corners: "sharp" } },
      ];
      const pictures: Buffer[] = [];
      for (const each of brands) pictures.push(...(await pictureBrand(await openBranded(each))));
      const images = pictures.map((picture) => `<img src="${urlOf(picture)}" width="320">`);
      const html = `<body style="margin:0;display:grid;grid:auto/repeat(3,320px);gap:2px;background:#c4c9d2">${images.join("")}`;
      await keep("brands", await photographHtml(html, { width: 964, height: 1284 }, 1.25));
    },
    SLOW,
  );
});

/** A mail, the page of its link, and a page. */
async function pictureBrand(world: World): Promise<readonly Buffer[]> {
  const email = "nora@example.com";
  const person = world.newBrowser();
  await world.signUp(person, email);
  await world.auth.settle({ within: 10_000 });
  const { pathname, search } = new URL(world.inbox.linkFor(email));
  const phone = { world, cookies: new Map<string, string>(), size: "brand" } as const;
  return [
    await photographHtml(world.inbox.last(email).html, SIZES.brand),
    await look({ ...phone, at: pathname + search }),
    await look({ ...phone, at: "/sign-in" }),
  ];
}
