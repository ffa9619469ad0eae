import { AuthError, defineErrors, ERRORS } from "@acme/auth-core";
import { DEFAULT_BRAND } from "@acme/auth-core/surface";
import { createLanguages } from "@acme/auth-core/texts";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { html } from "./html.js";
import { beginningAt, deadLinkPage, donePage, failedForm, tokenForm } from "./mailed-link-pages.js";
import { type Page, renderPage, showPage } from "./pages.js";

const site = {
  ...createSite({
    serviceUrl: "https://api.example.com",
    appUrl: "https://app.example.com/start?a=1&b=2",
  }),
  appName: "Acme",
  brand: DEFAULT_BRAND,
};
const reader = { site, catalogue: await createLanguages().load("en") };
const HOSTILE = `"><script>alert('x')</script>&`;
const ESCAPED = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;";
const WAY_ON = '<a class="button primary wide" href="https://app.example.com/start?a=1&amp;b=2">';
const startAgain = site.appUrl;
const pageOf = (refusal: unknown, start: string | null = startAgain): Page =>
  deadLinkPage(refusal, { reader, startAgain: start });

/** What a page is made of, each kind once. */
const PAGES: readonly (readonly [what: string, page: Page])[] = [
  ["an expired link", pageOf(new AuthError("TOKEN_EXPIRED"))],
  ["a link that is none", pageOf(new AuthError("INVALID_TOKEN"))],
  ["a button that worked", donePage({ title: "Done", text: `${HOSTILE} is yours.` }, reader)],
];

describe("the form of a mailed link", () => {
  const { text } = tokenForm("/api/auth/verify-email", { token: HOSTILE }, `Confirm ${HOSTILE}`);

  it("posts the token, and nothing else, back to the path it came from", () => {
    expect(text).toContain('<form method="post" action="/api/auth/verify-email">');
    expect([...text.matchAll(/<input[^>]*>/g)].map(([input]) => input)).toEqual([
      `<input type="hidden" name="token" value="${ESCAPED}" />`,
    ]);
  });

  it("has one button, that says what it does", () => {
    const buttons = [...text.matchAll(/<button [^>]*type="submit">(.*?)<\/button>/gs)].map(
      ([, label]) => label,
    );
    expect(buttons).toEqual([`Confirm ${ESCAPED}`]);
  });
});

describe.each(PAGES)("the page of %s", (_what, page) => {
  const shown = renderPage(page, site);

  it("does nothing: it has no form, no button and no script", () => {
    expect(shown).not.toMatch(
      /<(form|button|input|script|link(?! rel="icon")|img|iframe)\b|\son\w+=|javascript:/i,
    );
  });

  it("says in its heading what happened, and links to the application", () => {
    expect(shown).toMatch(/<h1>[A-Z][^<]+<\/h1>/);
    expect(shown).toContain(WAY_ON);
    expect(shown.match(/<a /g)).toHaveLength(1);
  });
});

describe("a dead link", () => {
  it("that expired says so, and what to do", () => {
    const { title, content } = pageOf(new AuthError("TOKEN_EXPIRED"));
    expect(title).toBe("This link has expired");
    expect(content.text).toContain(ERRORS.TOKEN_EXPIRED.message);
    expect(content.text).not.toContain("Used it already?");
  });

  it("that is unknown says that it may have done its work already", () => {
    const { title, content } = pageOf(new AuthError("INVALID_TOKEN"));
    expect(title).toBe("This link doesn't work");
    expect(content.text).toContain("This link has been used or replaced.");
    expect(content.text).toContain("Used it already? Then you&#39;re done: sign in as usual.");
  });

  it.each([
    [new AuthError("INVALID_TOKEN"), /^This link has been used or replaced\./, true],
    [new AuthError("INVALID_TOKEN", { message: "It ended." }), /^The session that asked/, false],
    [new AuthError("TOKEN_EXPIRED"), /^This link has expired\./, false],
    [new AuthError("ACCOUNT_SUSPENDED"), /^This account is suspended\./, false],
    [new AuthError("SIGN_IN_METHOD_NOT_OFFERED"), /^This way to sign in isn&#39;t offered/, false],
    [new AuthError("SIGN_UP_NOT_ALLOWED"), /^You can&#39;t create an account here\./, false],
    [new AuthError("TOO_MANY_REQUESTS"), /^Too many requests\./, false],
  ])("says why: %s", (refusal, text, perhapsUsed) => {
    const shown = pageOf(refusal).content.text;
    expect(/<p>([^<]*)<\/p>/.exec(shown)?.[1]).toMatch(text);
    expect(shown.includes("Used it already?")).toBe(perhapsUsed);
  });

  it.each([
    [new AuthError("INVALID_TOKEN"), "https://app.example.com/new", "Start again"],
    [new AuthError("TOKEN_EXPIRED"), "https://app.example.com/new", "Start again"],
    [new AuthError("ACCOUNT_SUSPENDED"), startAgain, "Continue"],
    [new AuthError("SIGN_IN_METHOD_NOT_OFFERED"), startAgain, "Continue"],
  ])("has one button: %s leads to %s", (refusal, url, label) => {
    const { content } = pageOf(refusal, "https://app.example.com/new");
    const button = html`<a class="button primary wide" href="${url}">${label}</a>`.text;
    expect(content.text.match(/<a .*<\/a>/g)).toEqual([button]);
  });

  it("begins again on the page of ours that it was for, or at a front end of its own", () => {
    const ours = createSite({ serviceUrl: "https://auth.example.com", pages: "/me" });
    expect(beginningAt("/sign-in", ours)).toBe("https://auth.example.com/me/sign-in");
    expect(beginningAt("/account/email", ours)).toBe("https://auth.example.com/me/account/email");
    expect(beginningAt("/sign-in", site)).toBe(site.appUrl);
  });

  it("that invited says who can send another", () => {
    for (const code of ["INVALID_TOKEN", "TOKEN_EXPIRED"] as const) {
      const { content } = pageOf(new AuthError(code), null);
      expect(content.text).toContain("Ask the person who invited you for a new invitation.");
      expect(content.text).toContain(`${WAY_ON}Continue</a>`);
    }
    expect(pageOf(new AuthError("TOKEN_EXPIRED")).content.text).not.toContain("invited");
  });

  it("says what an application refused, under a title of its own", () => {
    const { TOO_YOUNG } = defineErrors({ TOO_YOUNG: { kind: "forbidden", message: "Grow up." } });
    const { title, content } = pageOf(new AuthError(TOO_YOUNG));
    expect(title).toBe("This was refused");
    expect(content.text).toContain("<p>Grow up.</p>");
  });

  it("says nothing of what it was caused by", () => {
    const refusal = new AuthError("INVALID_TOKEN", {
      cause: new Error("SELECT secret FROM auth_user"),
    });
    expect(renderPage(pageOf(refusal), site)).not.toContain("SELECT");
  });
});

describe("a button that worked", () => {
  it("says what was done, escaped", () => {
    const { title, content } = donePage(
      { title: "Your address is confirmed", text: `${HOSTILE} is yours.` },
      reader,
    );
    expect(title).toBe("Your address is confirmed");
    expect(content.text).toContain(`<p>${ESCAPED} is yours.</p>`);
  });
});

describe("the way on", () => {
  it("leads to where people go after signing in", () => {
    const home = "https://app.example.com/start";
    const ours = createSite({ serviceUrl: "https://auth.example.com", pages: "/", homeUrl: home });
    const there = { ...reader, site: { ...site, ...ours } };
    const way = `href="${home}">Continue</a>`;
    expect(donePage({ title: "Done", text: "" }, there).content.text).toContain(way);
    const dead = deadLinkPage(new AuthError("TOKEN_EXPIRED"), { reader: there, startAgain: null });
    expect(dead.content.text).toContain(way);
  });
});

describe("a button that failed", () => {
  const refusal = new AuthError("TOKEN_EXPIRED");

  it("shows the page of the dead link where there is nowhere to go", () => {
    expect(failedForm(refusal, { reader, startAgain, target: null })).toEqual({
      page: showPage(pageOf(refusal), site),
      status: 400,
    });
  });

  it("sends the browser where it was to go, with the code of the refusal", () => {
    expect(
      failedForm(refusal, {
        reader,
        startAgain,
        target: "https://app.example.com/next?a=1&error=OLD#b",
      }),
    ).toEqual({
      redirect: "https://app.example.com/next?a=1&error=TOKEN_EXPIRED#b",
      status: 303,
    });
  });

  it.each([new Error("out of memory"), "text", undefined, { code: "INVALID_TOKEN" }])(
    "is no dead link when it was not foreseen: %s",
    (thrown) => {
      for (const target of [null, "https://app.example.com/next"]) {
        let rethrown: unknown = "nothing";
        try {
          failedForm(thrown, { reader, startAgain, target });
        } catch (caught) {
          rethrown = caught;
        }
        expect(rethrown).toBe(thrown);
      }
    },
  );
});
