import { describe, expect, it } from "vitest";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { InvitationId, MailedLinkId, OneTimeCodeId } from "../../kernel/ids.js";
import type { Links } from "../../ports/links.js";
import type { Mail, TemplateName } from "./mails.js";
import { escapeHtml, renderHtml, renderText } from "./rendering.js";
import { draftMail, TEMPLATES, type Draft, type Sender } from "./templates.js";

const to = "ada@example.com" as EmailAddress;
const code = {
  data: { code: "042137", minutes: 10 },
  carries: { kind: "one-time-code", id: "code-1" as OneTimeCodeId },
} as const;
const carries = { kind: "mailed-link", id: "link-1" as MailedLinkId } as const;
const notice = { data: {}, carries: null };
const TOKEN = "Zm9v-YmFy_1";
const REDIRECT = "https://app.example.com/next?a=1&b=2";

const DESTINATIONS = { callback: REDIRECT, newUser: null, error: null };

/** One mail of every template, filled with what is hardest to render. */
const MAILS: {
  readonly [T in TemplateName]: Omit<Extract<Mail, { readonly template: T }>, "template" | "to">;
} = {
  "sign-in-code": code,
  "email-verification-code": code,
  "password-reset-code": code,
  "verify-email": { data: { token: TOKEN, minutes: 1_440 }, carries: null },
  "password-reset-link": { data: { token: TOKEN, redirectTo: REDIRECT, minutes: 30 }, carries },
  "account-created": { data: { token: TOKEN, redirectTo: null, minutes: 30 }, carries },
  "email-change": {
    data: { token: TOKEN, from: "o'neill&sons@example.com" as EmailAddress, minutes: 60 },
    carries,
  },
  "magic-link": { data: { token: TOKEN, destinations: DESTINATIONS, minutes: 10 }, carries },
  invitation: {
    data: {
      token: TOKEN,
      organization: "Beta & Sons",
      inviter: { name: "o'neill", email: "o'neill@example.com" as EmailAddress },
      role: "admin",
      days: 7,
    },
    carries: { kind: "invitation", id: "invitation-1" as InvitationId },
  },
  "deletion-requested": {
    data: {
      scheduledFor: "2026-12-21T10:00:00.000Z",
      organizations: ["Beta & Sons", "https://evil.example"],
    },
    carries: null,
  },
  "deletion-rejected": { data: { organizations: ["Beta & Sons"] }, carries: null },
  "email-change-requested": notice,
  "email-changed": notice,
  "sign-up-attempt": notice,
  "password-changed": notice,
  "password-reset-done": notice,
  "account-reclaimed": notice,
  "passkey-added": notice,
  "passkey-removed": notice,
  "account-linked": notice,
  "account-unlinked": notice,
  "role-changed": notice,
  "owners-changed": notice,
  "owner-invited": notice,
  "member-removed": notice,
  "organization-deleted": notice,
  "deletion-cancelled": notice,
  "account-deleted": notice,
  "export-ready": notice,
  "export-failed": notice,
};
const NAMES = Object.keys(MAILS) as TemplateName[];
const CODES = NAMES.filter((name) => "code" in MAILS[name].data);
const LINKS = NAMES.filter((name) => "token" in MAILS[name].data);
const LETTERS = NAMES.filter(
  (name) => !("token" in MAILS[name].data) && "organizations" in MAILS[name].data,
);
const NOTICES = NAMES.filter((name) => Object.keys(MAILS[name].data).length === 0);

const HOME = "https://app.example.com/?from=mail&again=1";
const links: Links = {
  service: "https://api.example.com",
  host: "api.example.com",
  home: HOME,
  verifyEmail: (token) => `https://api.example.com/verify?token=${token}&x=1`,
  resetPassword: (token, redirectTo) =>
    `https://api.example.com/reset/${token}?to=${redirectTo ?? ""}`,
  confirmEmailChange: (token) => `https://api.example.com/change?token=${token}&x=1`,
  magicLink: (token, { callback }) =>
    `https://api.example.com/magic?token=${token}&to=${callback ?? ""}`,
  exportDownload: (requestId, token) =>
    `https://api.example.com/exports/${requestId}?token=${token}`,
  invitation: (token) => `https://api.example.com/invitation?token=${token}&x=1`,
  oauthCallback: (providerId) => `https://api.example.com/callback/${providerId}`,
};
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

const acme: Sender = { appName: "Acme", links };
const draftOf = (name: TemplateName, sender = acme): Draft =>
  draftMail({ ...MAILS[name], template: name, to } as Mail, sender);
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

it("every template is drafted here", () => {
  expect([...NAMES].sort()).toEqual(Object.keys(TEMPLATES).sort());
  expect([...CODES, ...LINKS, ...LETTERS, ...NOTICES].sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)("the mail %s", (name) => {
  const draft = draftOf(name);

  it("has a subject, a text and a page", () => {
    expect(draft.subject).toMatch(/^\S[^\r\n]*\S$/);
    expect(renderText(draft)).toMatch(/\S\n$/);
    expect(renderHtml(draft)).toMatch(/^<!doctype html><html lang="en">.*<\/html>$/);
  });

  it("says the same in both", () => {
    for (const piece of draft.pieces) {
      const said = "text" in piece ? piece.text : "code" in piece ? piece.code : piece.link;
      expect(renderText(draft)).toContain(said);
      expect(renderHtml(draft)).toContain(escapeHtml(said));
    }
  });

  it("has no blank left unfilled, and says nothing that is not so", () => {
    expect(draft.subject + renderText(draft)).not.toMatch(/\{\w+\}|undefined|null|NaN|\[object/);
    expect(draft.subject + renderText(draft)).toContain("Acme");
  });

  it("has a subject that no secret, no email address and no choice of a user is in", () => {
    for (const said of ["042137", TOKEN, "example.com"]) expect(draft.subject).not.toContain(said);
  });

  it("runs nothing, loads nothing and sends nothing", () => {
    expect(renderHtml(draft)).not.toMatch(
      /<(script|img|link|iframe|form|object|base|style)\b|\son\w+=|url\(/i,
    );
  });

  it("escapes what the application is called, and takes it to the letter", () => {
    const hostile = draftOf(name, { ...acme, appName: HOSTILE });
    expect(renderText(hostile)).toBe(renderText(draft).replaceAll("Acme", () => HOSTILE));
    expect(renderHtml(hostile)).toBe(renderHtml(draft).replaceAll("Acme", () => ESCAPED));
  });
});

describe.each(CODES)("the code of %s", (name) => {
  const draft = draftOf(name);

  it("is alone on a line, leading zero kept, and nowhere else", () => {
    expect(linesWith(draft, "042137")).toEqual([["", "042137"]]);
    expect(renderHtml(draft).match(/042137/g)).toHaveLength(1);
  });
});

describe.each(LINKS)("the link of %s", (name) => {
  const draft = draftOf(name);
  const target = TARGETS[name]!;

  it("is alone on a line under what it is for, and its token nowhere else", () => {
    const lines = linesWith(draft, TOKEN);
    expect(lines.map(([, line]) => line)).toEqual([target]);
    expect(lines[0]![0]).toMatch(/^[A-Z].*:$/);
  });

  it("is the only one of the page, and shown there too", () => {
    const escaped = escapeHtml(target);
    const hrefs = [...renderHtml(draft).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([escaped]);
    expect(renderHtml(draft)).toContain(`<br>${escaped}</p>`);
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

describe.each(NOTICES)("the notice %s", (name) => {
  it("leads to the application and nowhere else", () => {
    const draft = draftOf(name);
    expect(linesWith(draft, "://").map(([, line]) => line)).toEqual([HOME]);
    expect([...renderHtml(draft).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      escapeHtml(HOME),
    ]);
  });
});

describe("a mail about another email address", () => {
  it("names it, escaped", () => {
    const draft = draftOf("email-change");
    expect(renderText(draft)).toContain("The Acme account of o'neill&sons@example.com wants");
    expect(renderHtml(draft)).toContain("of o&#39;neill&amp;sons@example.com wants");
  });
});

describe.each(["deletion-requested", "deletion-rejected"] as const)("the mail %s", (template) => {
  it.each([
    [["One", "Two", "Three"], "the only owner of One, Two, Three."],
    [["One", "Two", "Three", "Four", "Five"], "the only owner of One, Two, Three and 2 more."],
  ])("names at most three organizations: %j", (organizations, said) => {
    const data = { scheduledFor: "2026-12-21T10:00:00.000Z", organizations };
    expect(renderText(draftMail({ template, to, data, carries: null }, acme))).toContain(said);
  });
});

describe("a draft", () => {
  const draft: Draft = {
    subject: "A & B",
    pieces: [
      { text: HOSTILE },
      { code: "<1>" },
      { link: 'https://app.example.com/?a=1&b="2"', label: "<Confirm>" },
    ],
  };

  it("becomes text as it is, codes and links alone on their lines", () => {
    expect(renderText(draft)).toBe(
      `${HOSTILE}\n\n<1>\n\n<Confirm>:\nhttps://app.example.com/?a=1&b="2"\n`,
    );
  });

  it("becomes HTML with everything in it escaped", () => {
    const page = renderHtml(draft);
    expect(page).toContain("<title>A &amp; B</title>");
    expect(page).toContain(`<p>${ESCAPED}</p>`);
    expect(page).toContain("&lt;1&gt;</p>");
    expect(page).toContain(
      '<a href="https://app.example.com/?a=1&amp;b=&quot;2&quot;">&lt;Confirm&gt;</a>',
    );
  });
});
