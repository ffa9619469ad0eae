import { AuthError, defineErrors, ERRORS } from "@acme/auth-core";
import { createLanguages } from "@acme/auth-core/texts";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { deadLinkPage, donePage, failedForm, tokenForm } from "./mailed-link-pages.js";
import { type Page, renderPage, showPage } from "./pages.js";

const site = {
  ...createSite({
    serviceUrl: "https://api.example.com",
    appUrl: "https://app.example.com/start?a=1&b=2",
  }),
  appName: "Acme",
};
const reader = { site, catalogue: await createLanguages().load("en") };
const HOSTILE = `"><script>alert('x')</script>&`;
const ESCAPED = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;";
const WAY_ON = '<a href="https://app.example.com/start?a=1&amp;b=2">';

/** What a page is made of, each kind once. */
const PAGES: readonly (readonly [what: string, page: Page])[] = [
  ["an expired link", deadLinkPage(new AuthError("TOKEN_EXPIRED"), reader)],
  ["a link that is none", deadLinkPage(new AuthError("INVALID_TOKEN"), reader)],
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
    const buttons = [...text.matchAll(/<button type="submit">(.*?)<\/button>/gs)].map(
      ([, label]) => label,
    );
    expect(buttons).toEqual([`Confirm ${ESCAPED}`]);
  });
});

describe.each(PAGES)("the page of %s", (_what, page) => {
  const shown = renderPage(page, site);

  it("does nothing: it has no form, no button and no script", () => {
    expect(shown).not.toMatch(
      /<(form|button|input|script|link|img|iframe)\b|\son\w+=|javascript:/i,
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
    const { title, content } = deadLinkPage(new AuthError("TOKEN_EXPIRED"), reader);
    expect(title).toBe("This link has expired");
    expect(content.text).toContain(ERRORS.TOKEN_EXPIRED.message);
    expect(content.text).not.toContain("pressed its button before");
  });

  it("that is unknown says that it may have done its work already", () => {
    const { title, content } = deadLinkPage(new AuthError("INVALID_TOKEN"), reader);
    expect(title).toBe("This link does not work");
    expect(content.text).toContain(ERRORS.INVALID_TOKEN.message);
    expect(content.text).toContain("If you pressed its button before,");
  });

  it.each([
    [new AuthError("INVALID_TOKEN"), /^This link is not valid\./, true],
    [new AuthError("INVALID_TOKEN", { message: "It ended." }), /^The session that asked/, false],
    [new AuthError("TOKEN_EXPIRED"), /^This link has expired\./, false],
    [new AuthError("ACCOUNT_SUSPENDED"), /^This account is suspended\./, false],
    [new AuthError("SIGN_IN_METHOD_NOT_OFFERED"), /^This way to sign in is not offered/, false],
    [new AuthError("TOO_MANY_REQUESTS"), /^Too many requests\./, false],
  ])("says why: %s", (refusal, text, perhapsUsed) => {
    const shown = deadLinkPage(refusal, reader).content.text;
    expect(/<p>([^<]*)<\/p>/.exec(shown)?.[1]).toMatch(text);
    expect(shown.includes("If you pressed its button before,")).toBe(perhapsUsed);
  });

  it("says what an application refused, under a title of its own", () => {
    const { TOO_YOUNG } = defineErrors({ TOO_YOUNG: { kind: "forbidden", message: "Grow up." } });
    const { title, content } = deadLinkPage(new AuthError(TOO_YOUNG), reader);
    expect(title).toBe("This was refused");
    expect(content.text).toContain("<p>Grow up.</p>");
  });

  it("says nothing of what it was caused by", () => {
    const refusal = new AuthError("INVALID_TOKEN", {
      cause: new Error("SELECT secret FROM auth_user"),
    });
    expect(renderPage(deadLinkPage(refusal, reader), site)).not.toContain("SELECT");
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

describe("a button that failed", () => {
  const refusal = new AuthError("TOKEN_EXPIRED");

  it("shows the page of the dead link where there is nowhere to go", () => {
    expect(failedForm(refusal, { reader, target: null })).toEqual({
      page: showPage(deadLinkPage(refusal, reader), site),
      status: 400,
    });
  });

  it("sends the browser where it was to go, with the code of the refusal", () => {
    expect(
      failedForm(refusal, { reader, target: "https://app.example.com/next?a=1&error=OLD#b" }),
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
          failedForm(thrown, { reader, target });
        } catch (caught) {
          rethrown = caught;
        }
        expect(rethrown).toBe(thrown);
      }
    },
  );
});
