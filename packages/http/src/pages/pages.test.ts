import { createHash } from "node:crypto";
import { DEFAULT_BRAND } from "@acme/auth-core/surface";
import { createLanguages } from "@acme/auth-core/texts";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { html } from "./html.js";
import { pageHeaders, renderPage, showPage } from "./pages.js";
import { entryStylesheet } from "./style/entry.js";

const site = {
  ...createSite({
    serviceUrl: "https://api.example.com",
    appUrl: "https://app.example.com",
    trustedOrigins: ["https://admin.example.org"],
  }),
  appName: "Tom & Co",
  brand: DEFAULT_BRAND,
};
const english = await createLanguages().load("en");

/** The stylesheet of a page. */
const stylesheetOf = (page: string): string => {
  const styles = Array.from(page.matchAll(/<style>(.*?)<\/style>/gs), ([, style = ""]) => style);
  expect(styles).toHaveLength(1);
  return styles.join();
};
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64");

describe("a page", () => {
  const page = renderPage({ title: "Tom & <Jerry>", content: html`<p>${"<script>"}</p>` }, site);

  it("escapes its title and keeps its content", () => {
    expect(page).toContain("<title>Tom &amp; &lt;Jerry&gt;</title>");
    expect(page).toContain("<h1>Tom &amp; &lt;Jerry&gt;</h1>");
    expect(page).toContain("<p>&lt;script&gt;</p>");
  });

  it("says whose it is: the application and the host, escaped", () => {
    expect(page).toMatch(
      /<\/svg><span>Tom &amp; Co<\/span><\/span> <\/header> <main class="card">/,
    );
    expect(page).toMatch(/<\/main> <footer> <span>api\.example\.com<\/span>/);
  });

  it("has exactly the one stylesheet whose hash its policy names", () => {
    const shown = showPage({ title: "T", content: html`` }, site);
    expect(shown.headers.join()).toContain(
      `style-src 'sha256-${hashOf(stylesheetOf(shown.body))}';`,
    );
    expect(stylesheetOf(page)).toBe(stylesheetOf(shown.body));
  });

  it("runs nothing and loads nothing", () => {
    expect(page).not.toMatch(
      /<script|<link(?! rel="icon" href="data:)|<img|\bstyle=|\son\w+=|javascript:|url\(|@import/i,
    );
  });

  it("has the icon of its brand in itself", () => {
    const [, icon = ""] = /<link rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(page) ?? [];
    expect(decodeURIComponent(icon)).toMatch(/^<svg .* fill="#4f46e5" .*>\s*T\s*<\/text>/s);
  });

  it("shows its form between its content and its note", () => {
    const parts = {
      title: "A form",
      content: html`<p>Content</p>`,
      form: html`<form></form>`,
      note: html`<p>Note</p>`,
    };
    expect(renderPage(parts, site)).toMatch(/<p>Content<\/p>\s*<form><\/form>\s*<p>Note<\/p>/);
  });

  it("says that another reader may get it in another language, when it has one", () => {
    const arabic = { ...english, locale: "ar", direction: "rtl" } as const;
    const shown = showPage({ title: "T", content: html``, language: arabic }, site);
    expect(shown.body).toMatch(/^<!doctype html>\s*<html lang="ar" dir="rtl">/);
    expect(shown.byLanguage).toBe(true);
    expect(showPage({ title: "T", content: html`` }, site)).not.toHaveProperty("byLanguage");
  });

  it("says what language it is in, and is for no index", () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
    expect(page).toContain('<meta name="robots" content="noindex" />');
    expect(page).toContain('<div class="entry">');
    expect(renderPage({ title: "Wide", content: html``, wide: true }, site)).toContain(
      '<div class="document">',
    );
  });
});

describe("the look of pages", () => {
  const shownWith = (brand: Partial<typeof DEFAULT_BRAND>, appName = "Tom & Co") =>
    showPage(
      { title: "T", content: html``, language: english },
      { ...site, appName, brand: { ...DEFAULT_BRAND, ...brand } },
    );
  const policyOf = ({ headers }: ReturnType<typeof shownWith>) => headers.at(-1);

  it("is that of the brand: its color, its corners, and the hash that follows", () => {
    const [own, other] = [shownWith({}), shownWith({ color: "#ffd400", corners: "round" })];
    expect(stylesheetOf(own.body)).toContain("--corner:8px;");
    for (const said of ["--corner:16px;", "--fill:#ffd400;", "--on-fill:#000000;"])
      expect(stylesheetOf(other.body)).toContain(said);
    expect(policyOf(other)).toContain(hashOf(stylesheetOf(other.body)));
    expect(policyOf(other)).not.toBe(policyOf(own));
  });

  it("names every color in its two themes alone", () => {
    const sheet = stylesheetOf(shownWith({}).body);
    expect(sheet.replaceAll(/--[\w-]+:#[\da-f]{3,8}/g, "")).not.toMatch(
      /#[\da-f]{3}|\brgb|\bwhite\b(?!-)/i,
    );
    const used = new Set(Array.from(sheet.matchAll(/var\((--[\w-]+)\)/g), ([, name = ""]) => name));
    for (const name of used) expect(sheet.split(`${name}:`).length, name).toBeGreaterThan(1);
  });

  it("has a square with the first letter of the name where there is no logo, and loads none", () => {
    const shown = shownWith({ corners: "sharp" });
    expect(shown.body).toMatch(/<svg class="mark"[^>]* aria-hidden="true"> <text[^>]*>T<\/text>/);
    expect(stylesheetOf(shown.body)).toContain("--corner:0;");
    expect(policyOf(shown)).toContain("; img-src data:; ");
    expect(shownWith({}, "…").body).not.toContain("<svg");
  });

  it("has the logo, and the dark one in the dark, from their origins alone", () => {
    const logoUrl = "https://cdn.example.com/logo.svg?a=1&b=2";
    const shown = shownWith({ logoUrl, logoDarkUrl: "http://localhost:3004/dark.svg" });
    const logo =
      '<img class="logo" src="https://cdn.example.com/logo.svg?a=1&amp;b=2" alt="" height="32" />';
    expect(shownWith({ logoUrl }).body).toMatch(
      /<header> <span class="brand-line"><img class="logo"/,
    );
    expect(shown.body).toMatch(
      /<source srcset="http:\/\/localhost:3004\/dark\.svg" media="\(prefers-color-scheme: dark\)" \/>/,
    );
    expect(shown.body).toContain(logo);
    expect(shown.body).not.toContain("<svg");
    expect(policyOf(shown)).toContain(
      "; img-src data: https://cdn.example.com http://localhost:3004; ",
    );
    expect(policyOf(shownWith({ logoUrl }))).toContain("; img-src data: https://cdn.example.com; ");
  });

  it("is that of the signed-out pages, to the character", () => {
    expect(stylesheetOf(shownWith({}).body)).toBe(entryStylesheet(DEFAULT_BRAND));
  });

  it("follows the theme that the reader has chosen, the logo too", () => {
    const brand = {
      ...DEFAULT_BRAND,
      logoUrl: "https://a.example/l",
      logoDarkUrl: "https://a.example/d",
    };
    const shown = renderPage({ title: "T", content: html``, theme: "dark" }, { ...site, brand });
    expect(shown).toContain('<html lang="en" dir="ltr" data-theme="dark">');
    expect(shown).toContain('<img class="logo" src="https://a.example/d"');
    expect(shown).not.toContain("<picture");
  });

  it("links to terms, privacy and help where the brand has them, in the language of the page", () => {
    expect(shownWith({}).body).not.toContain("<nav");
    const termsUrl = "https://app.example.com/terms?a=1&b=2";
    const shown = shownWith({ termsUrl, supportUrl: "https://help.example.com/" });
    expect(shown.body).toMatch(
      /<nav aria-label="Tom &amp; Co"> <a href="https:\/\/app\.example\.com\/terms\?a=1&amp;b=2">Terms<\/a><a href="https:\/\/help\.example\.com\/">Support<\/a> <\/nav>/,
    );
  });
});

describe("the headers of a page", () => {
  const page = { title: "A page", content: html`<p>Text</p>` };
  const hash = hashOf(stylesheetOf(renderPage(page, site)));

  it("let a page without a form do nothing, and send no referrer", () => {
    expect(pageHeaders(site, page)).toEqual([
      "Content-Type",
      "text/html; charset=utf-8",
      "Referrer-Policy",
      "no-referrer",
      "Content-Security-Policy",
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    ]);
  });

  it("let it do nothing but send its forms to us or to an allowed origin", () => {
    expect(pageHeaders(site, { ...page, form: html`<form></form>` })).toEqual([
      "Content-Type",
      "text/html; charset=utf-8",
      "Referrer-Policy",
      "strict-origin",
      "Content-Security-Policy",
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
        "form-action 'self' https://api.example.com https://app.example.com https://admin.example.org; base-uri 'none'; frame-ancestors 'none'",
    ]);
  });
});
