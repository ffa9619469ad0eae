import { Secret } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  ADA,
  type Browser,
  enter,
  openAccount,
  plainText,
  type ShownPage,
  type WorldOptions,
} from "@acme/auth-pages/testing";
import { secondFactorTables } from "../src/kysely/tables.js";
import { secondFactorPages } from "../src/pages/pages.js";
import { secondFactor } from "../src/second-factor.js";
import { type App, appOf, STEP } from "./worlds.js";

export const ORIGIN = "https://auth.example.com";
export const NEW = "/account/security/second-factor/new";
export const ASKED = "/second-factor";
export const WAY_BACK = "/second-factor/recovery";

/** A world of the pages with the second factor. */
export const withFactor = async (options: WorldOptions = {}): Promise<WorldOptions> => ({
  ...options,
  features: [secondFactor({ url: `${ORIGIN}/second-factor` })],
  pages: { ...options.pages, features: [secondFactorPages] },
  auth: { store: await openMemoryStore({ features: [secondFactorTables] }), ...options.auth },
});

/** What a page with an id has as plain text. */
const textOf = ({ html }: ShownPage, id: string): string =>
  plainText(new RegExp(`<pre[^>]* id="${id}"[^>]*>(.*?)</pre>`, "s").exec(html)?.[1] ?? "");

/** The app that has read the key of a page. */
export function appOn(page: ShownPage): App {
  const key = textOf(page, "totp-key").replaceAll(" ", "");
  return appOf(new Secret(`otpauth://totp/Acme:ada?secret=${key}`));
}

/** The recovery codes that a page shows. */
export const codesOn = (page: ShownPage): readonly string[] =>
  textOf(page, "recovery-codes").split(" ").filter(Boolean);

/** A world in which Ada is signed in by code. */
export const openFactorWorld = async (options: WorldOptions = {}) =>
  openAccount(await withFactor(options));

export type FactorWorld = Awaited<ReturnType<typeof openFactorWorld>>["world"];

/** Sets an app up on the pages, and moves on to a step whose code has not been used. */
export async function setUp(
  world: FactorWorld,
  browser: Browser,
  fields: Readonly<Record<string, string>> = {},
) {
  const scan = await browser.submit(await browser.open(NEW), NEW, { method: "totp", ...fields });
  const app = appOn(scan);
  const done = await browser.submit(scan, NEW, { code: app.codeAt(world.clock.now()) });
  world.clock.advance(STEP);
  return { app, codes: codesOn(done), scan, done };
}

/** A world in which Ada is signed in, and has set up an app. */
export async function openEnrolled(options: WorldOptions = {}) {
  const { world, browser } = await openFactorWorld(options);
  const { app, codes } = await setUp(world, browser);
  return { world, browser, app, codes };
}

/** Signs in by code in a new browser, up to the page that asks for the second proof. */
export async function asked(world: FactorWorld, start = "/sign-in", browser = world.newBrowser()) {
  const form = await browser.submit(await browser.open(start), "/sign-in", { email: ADA });
  await world.auth.settle({ within: 10_000 });
  // Other mails may have gone out since.
  const mails = world.inbox.mails.filter(({ to }) => to === ADA);
  const codes = mails.flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? []);
  const page = await browser.submit(form, "/sign-in/code", { code: codes.at(-1) ?? "" });
  return { browser, page };
}

export { ADA, enter };
