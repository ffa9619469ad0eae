import { parseEmailAddress } from "@acme/auth-core";
import { DEFAULT_BRAND } from "@acme/auth-core/surface";
import { createLanguages } from "@acme/auth-core/texts";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { invitationPage } from "./invitation-page.js";

const named = { appName: "Acme", brand: DEFAULT_BRAND };
const serviceUrl = "https://auth.example.com";
const without = { ...createSite({ serviceUrl, appUrl: "https://app.example.com/on" }), ...named };
const ours = { ...createSite({ serviceUrl, pages: "/me" }), ...named };
const languages = createLanguages();
const address = (text: string) => {
  const parsed = parseEmailAddress(text);
  if (!parsed) throw new Error(text);
  return parsed;
};
const NORA = { email: address("nora@example.com") };
const EVE = { email: address("eve@example.com") };
const invitation = {
  ...NORA,
  role: "admin",
  organization: { name: "Tom & Söhne", slug: "tom" },
  inviter: null,
} as const;

const pageOf = async (site: typeof ours, viewer: typeof NORA | null, locale = "en") => {
  const reader = { site, catalogue: await languages.load(locale) };
  const { body, headers } = invitationPage(invitation, { token: "a&b", reader, viewer });
  return { main: /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? "", headers };
};

describe("the page of a mailed invitation", () => {
  it("leads to the front end where the service has no pages, and has no form", async () => {
    for (const viewer of [null, NORA, EVE]) {
      const { main, headers } = await pageOf(without, viewer);
      expect(main.replaceAll(/>\s+</g, "><").trim()).toBe(
        '<div class="stack loose"><h1>Join Tom &amp; Söhne</h1>' +
          "<p>You&#39;ve been invited to join <strong>Tom &amp; Söhne</strong>. The invitation is for <strong>nora@example.com</strong>, as an admin.</p>" +
          '<a class="button primary wide" href="https://app.example.com/on/invitation?token=a%26b">See the invitation</a>' +
          '<p class="small quiet-text">If you don&#39;t know who sent it, close this page. Nothing happens until you accept.</p></div>',
      );
      expect(headers.join()).toContain("form-action 'none'");
    }
  });

  it.each([
    ["a visitor", null],
    ["the invited user", NORA],
  ])("takes the answer of %s by one button", async (_who, viewer) => {
    const { main, headers } = await pageOf(ours, viewer);
    expect(main).toContain('<form method="post" action="/me/invitation">');
    expect(main.match(/<input[^>]*>/g)).toEqual([
      '<input type="hidden" name="token" value="a&amp;b" />',
    ]);
    expect(main).toContain(">Join as nora@example.com</button>");
    expect(main).toContain("An admin also invites, removes and sets roles, except owners&#39;.");
    expect(main.match(/<button|<a /g)).toHaveLength(1);
    expect(headers.join()).toContain("form-action 'self'");
  });

  it("names both addresses to another user, and signs them out first", async () => {
    const { main } = await pageOf(ours, EVE);
    expect(main).toContain("<p>You&#39;re signed in as <strong>eve@example.com</strong>.</p>");
    expect(main).toContain('<input type="hidden" name="switch" value="1" />');
    expect(main).toContain(">Sign out and continue as nora@example.com</button>");
    expect(main).not.toContain("Join as");
  });

  it.each(languages.locales)("says so in %s", async (locale) => {
    const { main } = await pageOf(ours, EVE, locale);
    for (const each of ["nora@example.com", "eve@example.com", "Tom &amp; Söhne"])
      expect(main).toContain(each);
  });
});
