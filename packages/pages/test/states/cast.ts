import type { AuthOptions, IdentityProvider } from "@acme/auth-core";
import { createSoftwareAuthenticator } from "@acme/auth-testing";
import type { WithForm } from "../../src/kernel/form-state.js";
import type { Kit } from "../../src/kit.js";
import type { PageContent } from "../../src/layouts/document.js";
import { PAGES } from "../../src/pages/pages.js";
import { ADA, enter, pathIn } from "../account-world.js";
import type { Asking, Browser } from "../browser.js";
import { openWorld, PASSWORD, type WorldOptions } from "../open-world.js";
import { testProvider, vouchingFor } from "../provider.js";

/** Where the organization of the cast is. */
export const AT = "/organizations/nordlicht";
export const ADD_PASSKEY = "/account/security/passkeys/new";

/** What users and operators call things, wherever pages show it. */
export interface CastNames {
  readonly person: string;
  readonly organization: string;
  readonly passkey: string;
  readonly userAgent: string;
  readonly provider: string;
  /** What is typed into forms that are refused, and stands in them again. */
  readonly typed: string;
}

export const NAMES: CastNames = {
  person: "Nora Lindqvist-Überschwänglich",
  organization: "Donaudampfschifffahrtsgesellschaft & Söhne",
  passkey: "iCloud Keychain",
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/130.0 Safari/537.36",
  provider: "Acme ID",
  typed: "xx",
};

/** A form of a page that was shown, and whether it was shown as refused. */
export interface DrawnPage {
  readonly name: string;
  readonly isRefused: boolean;
}

/** What a test changes. */
export interface CastOptions {
  readonly names?: CastNames;
  readonly world?: WorldOptions;
  /** Of every browser. */
  readonly headers?: Asking["headers"];
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** People in a world, each with a browser, and what they have. */
export interface Cast {
  readonly world: World;
  readonly names: CastNames;
  /** The templates that have drawn, in order. */
  readonly drawn: readonly DrawnPage[];
  /** Owns the organization; has a passkey, a password, a linked account, exports and sessions. */
  readonly ada: Browser;
  /** A member of it. */
  readonly ben: Browser;
  /** Has an account with nothing in it. */
  readonly nora: Browser;
  /** Someone of whom nothing is known. */
  readonly stranger: () => Browser;
  /** The same of a world of other settings. */
  readonly strangerWhere: (auth: Partial<AuthOptions>) => Promise<Browser>;
  /** The path of a link by which Ada chooses a new password. */
  readonly resetLink: () => Promise<string>;
  /** The path of a link by which an address joins Ada's organization. */
  readonly invitationLink: (email: string) => Promise<string>;
}

/** An account there is always linked to Ada. */
const providerCalled = (name: string): IdentityProvider =>
  testProvider({ name, ...vouchingFor({ email: ADA }) });

/** Every template of the package, which notes that it draws. */
const notingTemplates = (drawn: DrawnPage[]) =>
  Object.fromEntries(
    Object.values(PAGES).flatMap(({ name, template }) => {
      if (!template) return [];
      const untyped: { draw(view: WithForm, kit: Kit): PageContent } = { draw: template };
      const draw = (view: WithForm, kit: Kit): PageContent => {
        const { message, errors } = view.form;
        drawn.push({ name, isRefused: message !== null || Object.keys(errors).length > 0 });
        return untyped.draw(view, kit);
      };
      return [[name, draw]];
    }),
  );

/** Opens a world with people in it, who have everything that pages show. */
export async function openCast({
  names = NAMES,
  world: options = {},
  headers = {},
}: CastOptions = {}): Promise<Cast> {
  const drawn: DrawnPage[] = [];
  const templates = notingTemplates(drawn);
  const open = (auth: Partial<AuthOptions>): Promise<World> =>
    openWorld({
      ...options,
      pages: { ...options.pages, templates },
      auth: {
        identityProviders: [providerCalled(names.provider)],
        brand: {
          termsUrl: "https://example.com/terms",
          privacyUrl: "https://example.com/privacy",
          supportUrl: "https://example.com/help",
        },
        ...options.auth,
        ...auth,
      },
    });
  const world = await open({});
  const stranger = (): Browser => world.newBrowser(headers);
  const device = (): Browser => world.newBrowser({ ...headers, "user-agent": names.userAgent });
  const enters = (email: string, name: string): Promise<Browser> =>
    enter(world, email, { name, browser: device() });

  const first = await enters(ADA, names.person);
  await furnish(world, first);
  await addPasskey(first, names.passkey);
  world.clock.advance(world.auth.policy.exportLinkLifetime);
  const ada = await enters(ADA, names.person);
  await ada.post("/account/data/exports", {});
  await found(ada, names.organization);
  const ben = await enters("ben@example.com", names.person);
  await invite(ada, "ben@example.com", "admin");
  const list = await ben.open("/organizations");
  await ben.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  await invite(ada, "mia@example.com nora@example.com", "member");
  await invite(ada, "gone@example.com", "member");
  const invitations = await ada.open(`${AT}/invitations`);
  await ada.post(pathIn(invitations.html, `${AT}/invitations/`, "/cancel"), {});
  const nora = await enter(world, "new@example.com", { name: "", browser: stranger() });
  return {
    world,
    names,
    drawn,
    ada,
    ben,
    nora,
    stranger,
    strangerWhere: async (auth) => (await open(auth)).newBrowser(headers),
    resetLink: () => resetLink(world, stranger()),
    invitationLink: async (email) => {
      await invite(ada, email, "member");
      return pathMailedTo(world, email).then((path) => path.replace("/api/auth", ""));
    },
  };
}

/** A passkey, a password, a linked account and an export, all in a fresh session. */
async function furnish(world: World, ada: Browser): Promise<void> {
  await ada.post("/account/data/exports", {});
  await world.auth.settle({ within: 10_000 });
  await ada.post("/account/security/password", { newPassword: PASSWORD });
  const away = await ada.post("/account/security/accounts/idp/link", {});
  const [, url = ""] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(away.html) ?? [];
  const state = new URL(url).searchParams.get("state") ?? "";
  await ada.open(`/api/auth/callback/idp?code=c&state=${state}`);
}

/** Adds a passkey, as the script does. */
export async function addPasskey(browser: Browser, name: string): Promise<void> {
  const authenticator = createSoftwareAuthenticator({ origin: "https://auth.example.com" });
  const asked = await browser.ask("GET", "/api/auth/passkey/generate-register-options");
  const options: unknown = JSON.parse(asked.html);
  if (typeof options !== "object" || options === null) throw new Error("no options");
  const credential = JSON.stringify(authenticator.create(options));
  await browser.post(ADD_PASSKEY, { credential, name });
}

const found = (ada: Browser, name: string): Promise<unknown> =>
  ada.post("/new-organization", { name, slug: "nordlicht" });

const invite = (ada: Browser, emails: string, role: string): Promise<unknown> =>
  ada.post(`${AT}/invitations/new`, { emails, role });

/** Follows the link that is mailed: its page, and the form on it. */
async function resetLink(world: World, browser: Browser): Promise<string> {
  await browser.post("/forgot-password", { email: ADA });
  return pathMailedTo(world, ADA);
}

async function pathMailedTo(world: World, email: string): Promise<string> {
  await world.auth.settle({ within: 10_000 });
  return world.inbox.linkFor(email).replace("https://auth.example.com", "");
}
