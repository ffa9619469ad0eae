import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import {
  DESTINATIONS,
  GRACE,
  HOME,
  links,
  MAILS,
  OWN_OCCURRENCE,
  PASSKEY,
  REDIRECT,
  sampleMail,
  to,
  TOKEN,
} from "../../../test/sample-mails.js";
import { type AppBrand, DEFAULT_BRAND } from "../../kernel/app-brand.js";
import { escapeHtml } from "../../kernel/escape-html.js";
import { inOneLine } from "../../kernel/plain-text.js";
import type { Catalogue } from "../language/catalogue.js";
import { createLanguages } from "../language/languages.js";
import { type Draft, draftMail, type Sender } from "./drafts.js";
import type { Mail, Occurrence, TemplateName } from "./mails.js";
import { type Frame, renderHtml, renderText as renderTextIn } from "./rendering.js";

const NAMES = keysOf(MAILS);
const CODES = NAMES.filter((name) => "code" in MAILS[name].data);
const LINKS = NAMES.filter((name) => "token" in MAILS[name].data);
const NOTICES = NAMES.filter((name) => !CODES.includes(name) && !LINKS.includes(name));

/** What each mail with a link leads to. */
const TARGETS: Readonly<Partial<Record<TemplateName, string>>> = {
  "verify-email": links.verifyEmail(TOKEN),
  "password-reset-link": links.resetPassword(TOKEN, REDIRECT),
  "account-created": links.resetPassword(TOKEN, null),
  "magic-link": links.magicLink(TOKEN, DESTINATIONS),
  invitation: links.invitation(TOKEN),
  "email-change": links.confirmEmailChange(TOKEN),
};
/** How long what it brings works, as each mail says it. */
const LIFETIMES: Readonly<Partial<Record<TemplateName, string>>> = {
  "sign-in-code": "for 10 minutes",
  "email-verification-code": "for 10 minutes",
  "password-reset-code": "for 10 minutes",
  "verify-email": "for 24 hours",
  "password-reset-link": "for 30 minutes",
  "account-created": "for 30 minutes",
  "magic-link": "for 10 minutes",
  invitation: "for 7 days",
  "email-change": "for 1 hour",
};

const languages = createLanguages();
const CATALOGUES = await Promise.all(languages.locales.map((locale) => languages.load(locale)));
const providerName = (id: string): string => (id === "idp" ? "Provider & Co" : id);
const acmeIn = (catalogue: Catalogue): Sender => ({
  appName: "Acme",
  links,
  catalogue,
  providerName,
});
const english = await languages.load("en");
const acme = acmeIn(english);
const draftOf = (name: TemplateName, sender = acme): Draft => draftMail(sampleMail(name), sender);
const frameOf = ({ appName, catalogue }: Sender): Frame => ({
  ...catalogue,
  appName,
  brand: DEFAULT_BRAND,
});
const htmlOf = (draft: Draft, sender = acme): string => renderHtml(draft, frameOf(sender));
const renderText = (draft: Draft): string => renderTextIn(draft, frameOf(acme));
/** What stands in a page: without the style sheet, which is the same in every mail. */
const STYLE = /<style>[^<]*<\/style>/;
const inPage = (html: string): string => html.replace(STYLE, "");
const hrefsIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
/** A page as people read it: without the preview, which the first paragraph repeats. */
const shownIn = (html: string): string =>
  html
    .replace(/^.*<\/head>/, "")
    .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, "")
    .replaceAll(/<[^>]+>/g, "\n");
const HOSTILE = `<script>alert("x")</script> & 'Sons' {app} $&`;
const ESCAPED =
  "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Sons&#39; {app} $&amp;";

/** The lines of the plain text that hold `what`, with the ones before them. */
const linesWith = (
  draft: Draft,
  what: string,
): readonly (readonly [before: string | undefined, line: string])[] => {
  const lines = renderText(draft).split("\n");
  return lines.flatMap((line, index) =>
    line.includes(what) ? [[lines[index - 1], line] as const] : [],
  );
};

const linksIn = ({ pieces }: Draft): readonly string[] =>
  pieces.flatMap((piece) => ("link" in piece ? [piece.link] : []));

/** Where a user signs out everywhere. */
const SESSIONS = links.page("sessions", null);
/** The notices that lead there by a second button. */
const ALARMS: ReadonlySet<TemplateName> = new Set<TemplateName>([
  "organization-second-factor-required",
  "organization-second-factor-waived",
  "deletion-requested",
  "passkey-added",
  "passkey-removed",
  "account-linked",
  "account-unlinked",
  "export-ready",
  "owners-changed",
  "owner-invited",
]);

it("every template is drafted here", () => {
  for (const { mails } of CATALOGUES) expect(Object.keys(mails).sort()).toEqual([...NAMES].sort());
});

describe("a draft", () => {
  const draft: Draft = {
    subject: "A & B",
    pieces: [
      { text: HOSTILE },
      { facts: [["<When>", "<now>"]] },
      { code: "<1>" },
      { link: 'https://app.example.com/?a=1&b="2"', label: "<Confirm>" },
    ],
    footer: "<Footer>",
    colon: ": ",
  };

  it("becomes text as it is, codes and links alone on their lines", () => {
    expect(renderText(draft)).toBe(
      `${HOSTILE}\n\n<When>: <now>\n\n<1>\n\n<Confirm>:\nhttps://app.example.com/?a=1&b="2"\n\n--\n<Footer>\n`,
    );
  });

  it("becomes HTML with everything in it escaped", () => {
    const page = htmlOf(draft);
    expect(page).toContain("<title>A &amp; B</title>");
    expect(page).toContain(`<p>${ESCAPED}</p>`);
    expect(page).toContain("&lt;1&gt;</p>");
    expect(hrefsIn(page)).toEqual(["https://app.example.com/?a=1&amp;b=&quot;2&quot;"]);
    expect(page).toContain(">&lt;Confirm&gt;</a>");
    for (const said of ["&lt;When&gt;", "&lt;now&gt;", "&lt;Footer&gt;"])
      expect(shownIn(page)).toContain(`\n${said}\n`);
  });

  it("has no preview when it begins with a code", () => {
    const preview = '<div style="display:none;max-height:0;overflow:hidden">';
    expect(htmlOf(draft)).toContain(`${preview}${ESCAPED}</div>`);
    expect(htmlOf({ ...draft, pieces: [{ code: "1" }] })).toContain(`${preview}</div>`);
  });

  const branded = (brand: Partial<AppBrand>): string =>
    renderHtml(draft, { ...frameOf(acme), brand: { ...DEFAULT_BRAND, ...brand } });

  it("shows the logo of the brand, and the dark one where mail programs can choose", () => {
    const logoUrl = "https://app.example.com/logo.png?a=1&b=2";
    const logo = '<img src="https://app.example.com/logo.png?a=1&amp;b=2" alt="" height="32"';
    expect(branded({ logoUrl })).toContain(`<td>${logo}`);
    expect(branded({ logoUrl, logoDarkUrl: "https://app.example.com/d.png?a=1&b=2" })).toContain(
      `<picture><source srcset="https://app.example.com/d.png?a=1&amp;b=2" media="(prefers-color-scheme:dark)">${logo}`,
    );
  });

  it("shows a square with the first letter of the name where there is no logo", () => {
    expect(htmlOf(draft)).toMatch(
      /<td class="mark" style="[^"]*background:#4f46e5;color:#ffffff[^"]*" width="32" aria-hidden="true">A<\/td>/,
    );
    expect(renderHtml(draft, { ...frameOf(acme), appName: "…" })).not.toContain('class="mark"');
  });

  it("is painted with the color of the brand, and a label that can be read on it", () => {
    expect(branded({ color: "#ffd400" })).toContain("background:#ffd400;color:#000000");
    expect(htmlOf(draft)).toContain("background:#4f46e5;color:#ffffff");
  });

  it.each([
    ["sharp", "0px"],
    ["soft", "8px"],
    ["round", "16px"],
  ] as const)("with %s corners has a radius of %s everywhere", (corners, radius) => {
    const radii = Array.from(branded({ corners }).matchAll(/border-radius:(\w+)/g), ([, r]) => r);
    expect(new Set(radii)).toEqual(new Set([radius]));
    expect(radii).toHaveLength(3);
  });

  it("has one style sheet, which paints the dark theme and nothing else", () => {
    const [sheet = ""] = STYLE.exec(htmlOf(draft)) ?? [];
    expect(sheet).toMatch(/^<style>@media \(prefers-color-scheme:dark\)\{(\.\w+\{[^{}]+\})+\}</);
    expect(sheet.replaceAll(/#[\da-f]{6}!important/g, "")).not.toMatch(/url|@import|#|expression/);
    expect(inPage(htmlOf(draft))).not.toContain("<style");
  });

  it("links to terms, privacy and help where the brand has them, escaped, in its footer", () => {
    const brand: AppBrand = {
      ...DEFAULT_BRAND,
      termsUrl: "https://app.example.com/terms?a=1&b=2",
      supportUrl: "https://help.example.com/",
    };
    const frame = { ...frameOf(acme), brand };
    expect(renderTextIn(draft, frame)).toMatch(
      /\n--\n<Footer>\nTerms: https:\/\/app\.example\.com\/terms\?a=1&b=2\nSupport: https:\/\/help\.example\.com\/\n$/,
    );
    const [, footer = ""] = renderHtml(draft, frame).split("&lt;Footer&gt;");
    expect(hrefsIn(footer)).toEqual([
      "https://app.example.com/terms?a=1&amp;b=2",
      "https://help.example.com/",
    ]);
    expect(footer).not.toContain("Privacy");
  });

  it("is written in the direction of its script", () => {
    const page = renderHtml(draft, { ...frameOf(acme), locale: "ar", direction: "rtl" });
    expect(page).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  });
});

it("a page breaks words that are wider than the screen", () => {
  expect(htmlOf(draftOf("sign-in-code"))).toMatch(
    /<body class="page" style="[^"]*;overflow-wrap:anywhere;word-break:break-word;/,
  );
});

const IN_EVERY_LANGUAGE = CATALOGUES.flatMap((catalogue) =>
  NAMES.map((name) => [name, catalogue.locale, acmeIn(catalogue)] as const),
);

describe.each(IN_EVERY_LANGUAGE)("the mail %s in %s", (name, locale, sender) => {
  const draft = draftOf(name, sender);
  const [text, html] = [renderText(draft), htmlOf(draft, sender)];

  it("has a subject of one line, a text and a page", () => {
    expect(draft.subject).toMatch(/^\S[^\r\n]*\S$/);
    expect(text).toMatch(/\S\n$/);
    expect(html).toMatch(/^<!doctype html><html lang="[\w-]+"/);
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).toMatch(/<\/html>$/);
  });

  it("says the same in both, in the same order", () => {
    const shown = shownIn(html);
    const said = draft.pieces.flatMap((piece) => {
      if ("text" in piece) return [piece.text];
      if ("facts" in piece) return piece.facts.flat();
      return "code" in piece ? [piece.code] : [piece.label, piece.link];
    });
    let [inText, inPage] = [0, 0];
    for (const one of [...said, draft.footer]) {
      const [at, atPage] = [text.indexOf(one, inText), shown.indexOf(escapeHtml(one), inPage)];
      expect(at, `${one} in the text`).toBeGreaterThanOrEqual(0);
      expect(atPage, `${one} on the page`).toBeGreaterThanOrEqual(0);
      [inText, inPage] = [at, atPage];
    }
  });

  it("leaves no text empty, no blank unfilled, and says nothing that is not so", () => {
    for (const piece of draft.pieces)
      for (const said of Object.values(piece).flat(2)) expect(said).toMatch(/\S/);
    expect(draft.subject + text).not.toMatch(/\{\w+\}|\$\{|undefined|null|NaN|\[object/);
    expect(draft.subject + text).toContain("Acme");
  });

  it("has a subject that no link, no email address and no choice of a user is in", () => {
    for (const said of [TOKEN, "example.com", "Beta", "<key>", "Grace"])
      expect(draft.subject).not.toContain(said);
  });

  it("runs nothing, loads nothing and sends nothing", () => {
    expect(inPage(html)).not.toMatch(
      /<(script|img|picture|link|iframe|form|object|base|style)\b|\son\w+=|url\(/i,
    );
  });

  it("escapes what the application is called, and takes it literally", () => {
    const hostile = { ...sender, appName: HOSTILE };
    const named = draftOf(name, hostile);
    expect(renderText(named)).toBe(text.replaceAll("Acme", () => HOSTILE));
    expect(htmlOf(named, hostile)).toBe(
      html.replaceAll("Acme", () => ESCAPED).replace(">A</td>", ">S</td>"),
    );
  });

  it("says who sends it, to whom and from where", () => {
    for (const said of ["Acme", "app.example.com", to]) expect(draft.footer).toContain(said);
  });

  it("has one button or one code, and beside it at most the one that leads to signing out everywhere", () => {
    const actions = draft.pieces.filter((piece) => "link" in piece || "code" in piece);
    const label = sender.catalogue.signOutEverywhere;
    expect(actions.slice(1)).toEqual(ALARMS.has(name) ? [{ link: SESSIONS, label }] : []);
    expect(hrefsIn(html)).toEqual(CODES.includes(name) ? [] : linksIn(draft).map(escapeHtml));
  });
});

const CODES_IN_EVERY_LANGUAGE = IN_EVERY_LANGUAGE.filter(([name]) => CODES.includes(name));

describe.each(CODES_IN_EVERY_LANGUAGE)("the code of %s in %s", (name, _locale, sender) => {
  const draft = draftOf(name, sender);

  it("is in the subject, and alone on a line, leading zero kept", () => {
    expect(draft.subject).toContain("042137");
    expect(linesWith(draft, "042137")).toEqual([["", "042137"]]);
    expect(shownIn(htmlOf(draft, sender)).match(/042137/g)).toHaveLength(1);
  });
});

const LINKS_IN_EVERY_LANGUAGE = IN_EVERY_LANGUAGE.filter(([name]) => LINKS.includes(name));

describe.each(LINKS_IN_EVERY_LANGUAGE)("the link of %s in %s", (name, _locale, sender) => {
  const draft = draftOf(name, sender);
  const target = TARGETS[name]!;

  it("is alone on a line under what it is for, and its token nowhere else", () => {
    const lines = linesWith(draft, TOKEN);
    expect(lines.map(([, line]) => line)).toEqual([target]);
    expect(lines[0]![0]).toMatch(/^\S.*[:：]$/);
  });

  it("is the only one of the page, behind the button and below it", () => {
    const html = htmlOf(draft, sender);
    expect(hrefsIn(html)).toEqual([escapeHtml(target)]);
    expect(shownIn(html)).toContain(`\n${escapeHtml(target)}\n`);
  });
});

describe.each([...CODES, ...LINKS])("the mail %s", (name) => {
  it("says how long what it brings works", () => {
    expect(renderText(draftOf(name))).toContain(LIFETIMES[name]);
  });

  it("tells a recipient who did not ask for it what to do", () => {
    expect(renderText(draftOf(name))).toMatch(/\bignore\b/);
  });
});

/** The pages that notices lead to, besides where the application begins. */
const PLACES: Readonly<Partial<Record<TemplateName, string>>> = {
  "deletion-requested": links.page("deletion", null),
  "deletion-rejected": links.page("organizations", null),
  "deletion-cancelled": SESSIONS,
  "email-change-requested": SESSIONS,
  "sign-in-from-new-browser": SESSIONS,
  "sessions-ended": SESSIONS,
  "language-changed": SESSIONS,
  "organization-deleted": SESSIONS,
  "password-changed": links.page("forgot-password", null),
  "password-reset-done": links.page("forgot-password", null),
  "passkey-added": links.page("passkeys", PASSKEY.id),
  "passkey-removed": links.page("passkeys", null),
  "account-linked": links.page("linked-accounts", null),
  "account-unlinked": links.page("linked-accounts", null),
  "account-not-linked": links.page("linked-accounts", null),
  "export-ready": links.page("exports", null),
  "export-failed": links.page("exports", null),
  "role-changed": links.page("organizations", null),
  "owners-changed": links.page("organizations", null),
  "owner-invited": links.page("organizations", null),
  "organization-second-factor-required": links.page("organizations", null),
  "organization-second-factor-waived": links.page("organizations", null),
};

describe.each(NOTICES)("the notice %s", (name) => {
  const draft = draftOf(name);

  it("leads to the very place where something can be done about it, and nowhere else", () => {
    const places = [PLACES[name] ?? HOME, ...(ALARMS.has(name) ? [SESSIONS] : [])];
    expect(linesWith(draft, "://").map(([, line]) => line)).toEqual(places);
    expect(hrefsIn(htmlOf(draft))).toEqual(places.map(escapeHtml));
  });

  it("that advises to sign out everywhere says this device too, and leads there", () => {
    const told = renderText(draft);
    const advises = told.includes("sign out everywhere, this device too, and sign in again");
    expect(advises).toBe(linksIn(draft).includes(SESSIONS));
    expect(/change (your|the) password|end (that|the) session/i.test(told)).toBe(false);
  });

  it("says when it was done and by whom, or that it cannot know", () => {
    const told = renderText(draft);
    const { data } = MAILS[name];
    const occurrence = "deed" in data ? data.deed : undefined;
    expect(told.includes("\nWhen: ")).toBe(occurrence !== undefined);
    if (!occurrence) return;
    expect(told).toContain("\nWhen: November 21, 2026 at 9:30 AM UTC\n");
    expect(told).toContain(
      occurrence.from
        ? "\nDevice: Firefox on Windows\nIP address: 2001:db8::1\nBy: Someone signed in to your account\n"
        : "\nBy: Grace <Hopper> (grace@example.com)\n",
    );
  });

  it("in the shape of the first release says what it said then", () => {
    const {
      deed: _occurrence,
      passkey: _key,
      provider: _id,
      organization: _name,
      role: _role,
      ...data
    }: Readonly<Record<string, unknown>> = { ...MAILS[name].data };
    const old = draftMail({ template: name, to, data, carries: null } as unknown as Mail, acme);
    expect(old.subject).toBe(draft.subject);
    expect(old.pieces.some((piece) => "facts" in piece)).toBe(false);
  });
});

describe.each(CATALOGUES)("in $locale", (catalogue) => {
  it.each(["sign-in-from-new-browser", "deletion-requested"] as const)(
    "%s speaks of a password where one was given, and never where the user may have none",
    (name) => {
      const saidOf = (byPassword: boolean) => {
        const mail = { ...sampleMail(name), data: { ...MAILS[name].data, byPassword } };
        return renderText(draftMail(mail as Mail, acmeIn(catalogue)));
      };
      const password = /password|passwort|mot de passe|contraseña|パスワード/i;
      expect(saidOf(true)).toMatch(password);
      expect(saidOf(false)).not.toMatch(password);
    },
  );
});

describe("a deletion that happens at once", () => {
  it("cannot be stopped by signing out, and does not lead there", () => {
    const { data } = MAILS["deletion-requested"];
    const mail = { ...sampleMail("deletion-requested"), data: { ...data, atOnce: true } };
    expect(linksIn(draftMail(mail as Mail, acme))).toEqual([HOME]);
  });
});

describe("what was done", () => {
  it.each<readonly [TemplateName, string]>([
    ["passkey-added", "Passkey: Ada's <key>"],
    ["passkey-removed", "Passkey: Ada's <key>"],
    ["account-linked", "Provider: Provider & Co"],
    ["account-unlinked", "Provider: Provider & Co"],
    ["account-not-linked", "Provider: Provider & Co"],
    ["role-changed", "Organization: Beta & Sons\nRole: Admin"],
    ["organization-deleted", "Organization: Beta & Sons"],
    ["invitation", "Role: Admin"],
  ])("%s: %s", (name, said) => {
    expect(renderText(draftOf(name))).toContain(`\n${said}\n`);
  });

  it.each<readonly [string, Omit<Occurrence, "at">, string]>([
    ["who opened a mail", { by: "mailbox", from: null }, "By: Someone who can read your mail"],
    ["the operator", { by: "operator", from: null }, "By: The operator"],
    [
      "a person without a name",
      { by: { ...GRACE, name: "" }, from: null },
      "By: (grace@example.com)",
    ],
    [
      "an unknown device",
      { by: null, from: { device: null, ipAddress: null } },
      "Device: Unknown\nIP address: Unknown",
    ],
    [
      "a browser alone",
      { by: null, from: { device: { browser: "Safari", system: null }, ipAddress: "192.0.2.7" } },
      "Device: Safari\nIP address: 192.0.2.7",
    ],
    [
      "a system alone",
      { by: null, from: { device: { browser: null, system: "Linux" }, ipAddress: null } },
      "Device: Linux\nIP address: Unknown",
    ],
  ])("is said of %s", (_who, occurrence, said) => {
    const data = { deed: { ...occurrence, at: OWN_OCCURRENCE.at } };
    const mail: Mail = { template: "password-changed", to, data, carries: null };
    expect(renderText(draftMail(mail, acme))).toContain(`\n${said}\n`);
  });
});

describe("a mail about another email address", () => {
  it("names it, escaped", () => {
    const draft = draftOf("email-change");
    expect(renderText(draft)).toContain("The Acme account of o'neill&sons@example.com wants");
    expect(htmlOf(draft)).toContain("of o&#39;neill&amp;sons@example.com wants");
  });
});

describe.each(["deletion-requested", "deletion-rejected"] as const)("the mail %s", (template) => {
  it.each([
    [["One", "Two", "Three"], "the only owner of One, Two, and Three."],
    [["One", "Two", "Three", "Four", "Five"], "the only owner of One, Two, Three, and 2 more."],
  ])("names at most three organizations: %j", (organizations, said) => {
    const data = { scheduledFor: "2026-12-21T10:00:00.000Z", organizations };
    expect(renderText(draftMail({ template, to, data, carries: null }, acme))).toContain(said);
  });
});

describe("a subject", () => {
  it("stays one line, whatever is in it", () => {
    expect(inOneLine("A\r\nBcc: eve@example.com\u2028B\u0000 ")).toBe("A Bcc: eve@example.com B");
  });
});
