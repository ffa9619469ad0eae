import type { AuthOptions, IdentityProvider } from "@acme/auth-core";
import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { pathIn } from "../account-world.js";
import type { Browser } from "../browser.js";
import { openWorld, PASSWORD } from "../open-world.js";

const ORIGIN = "https://auth.example.com";
const HOUR = 3_600_000;
const NORA = "nora@example.com";
const STUDIO = "/organizations/nordlicht-studio";

/** Who else is in the organization, by their addresses. */
const COLLEAGUES = {
  "mia@example.com": ["Mia Castellanos", "admin"],
  "jun@example.com": ["Jun Watanabe", "member"],
  "amara@example.com": ["Amara Okafor", "member"],
  "leo@example.com": ["Leo Fischer", "member"],
  "claire@example.com": ["Claire Dubois", "admin"],
} as const;

/** Says of everyone that they are Nora. */
const provider = (id: string, name: string): IdentityProvider => ({
  id,
  name,
  authorizationUrl: async ({ state }) => ({
    ok: true,
    value: `https://${id}.example/authorize?state=${state.reveal()}`,
  }),
  identify: async () => ({
    ok: true,
    value: { subject: "1", email: NORA, emailVerified: true, name: null, image: null, scopes: [] },
  }),
});

/** Whose pages they are. */
export type Brand = Pick<AuthOptions, "appName" | "brand">;

/** A world of that brand, in which a mail, its page and a page can be looked at. */
export const openBranded = (auth: Brand) =>
  openWorld({
    auth: {
      identityProviders: [provider("google", "Google"), provider("github", "GitHub")],
      ...auth,
    },
  });

export type World = Awaited<ReturnType<typeof openBranded>>;

async function enter(world: World, email: string, name: string): Promise<Browser> {
  const browser = world.newBrowser();
  const page = await world.signIn(browser, email);
  await browser.submit(page, "/welcome", { name, choice: "later" });
  return browser;
}

/** A browser that has asked for a code, and once signed in by Google. */
export async function waitingForCode(world: World): Promise<Browser> {
  const browser = world.newBrowser();
  browser.cookies.set("__Host-last-way", "google");
  await browser.submit(await browser.open("/sign-in"), "/sign-in", { email: NORA });
  return browser;
}

/** The browser of Nora, who has every way to sign in and owns an organization of six. */
export async function openStudio(world: World): Promise<Browser> {
  const nora = await enter(world, NORA, "Nora Lindqvist");
  for (const name of ["MacBook Pro", "iPhone"]) await addPasskey(nora, name);
  const form = await nora.open("/account/security/password");
  await nora.submit(form, "/account/security/password", { newPassword: PASSWORD });
  await linkGoogle(nora);
  await nora.post("/new-organization", { name: "Nordlicht Studio" });
  for (const [email, [name, role]] of Object.entries(COLLEAGUES)) {
    world.clock.advance(HOUR);
    const invited = await enter(world, email, name);
    await nora.post(`${STUDIO}/invitations/new`, { emails: email, role });
    const list = await invited.open("/organizations");
    await invited.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  }
  return nora;
}

async function addPasskey(browser: Browser, name: string): Promise<void> {
  const path = "/account/security/passkeys/new";
  const form = await browser.open(path);
  const options = await browser.ask("GET", "/api/auth/passkey/generate-register-options");
  const parsed: unknown = JSON.parse(options.html);
  if (typeof parsed !== "object" || parsed === null) throw new Error("no options");
  const made = createSoftwareAuthenticator({ origin: ORIGIN }).create(parsed);
  await browser.submit(form, path, { credential: JSON.stringify(made), name });
}

async function linkGoogle(browser: Browser): Promise<void> {
  const path = "/account/security/accounts/google/link";
  const away = await browser.submit(await browser.open("/account/security"), path);
  const [, url = ""] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(away.html) ?? [];
  const state = new URL(url).searchParams.get("state") ?? "";
  await browser.open(`/api/auth/callback/google?code=c&state=${state}`);
}
