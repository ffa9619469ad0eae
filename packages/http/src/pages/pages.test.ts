import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { html } from "./html.js";
import { pageHeaders, renderPage, showPage, STYLESHEET, STYLESHEET_HASH } from "./pages.js";

const site = {
  ...createSite({
    serviceUrl: "https://api.example.com",
    appUrl: "https://app.example.com",
    trustedOrigins: ["https://admin.example.org"],
  }),
  appName: "Tom & Co",
};

describe("a page", () => {
  const page = renderPage({ title: "Tom & <Jerry>", content: html`<p>${"<script>"}</p>` }, site);

  it("escapes its title and keeps its content", () => {
    expect(page).toContain("<title>Tom &amp; &lt;Jerry&gt;</title>");
    expect(page).toContain("<h1>Tom &amp; &lt;Jerry&gt;</h1>");
    expect(page).toContain("<p>&lt;script&gt;</p>");
  });

  it("says whose it is: the application and the host, escaped", () => {
    expect(page).toMatch(/<b>Tom &amp; Co<\/b> api\.example\.com<\/p>\s*<h1>/);
  });

  it("has exactly the one stylesheet whose hash its policy names", () => {
    const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style);
    expect(styles).toEqual([STYLESHEET]);
    expect(createHash("sha256").update(STYLESHEET).digest("base64")).toBe(STYLESHEET_HASH);
  });

  it("runs nothing and loads nothing", () => {
    expect(page).not.toMatch(/<script|<link|<img|\bstyle=|\son\w+=|javascript:|url\(|@import/i);
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
    const arabic = { locale: "ar", direction: "rtl" } as const;
    const shown = showPage({ title: "T", content: html``, language: arabic }, site);
    expect(shown.body).toMatch(/^<!doctype html>\s*<html lang="ar" dir="rtl">/);
    expect(shown.byLanguage).toBe(true);
    expect(showPage({ title: "T", content: html`` }, site)).not.toHaveProperty("byLanguage");
  });

  it("says what language it is in, and is for no index", () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
    expect(page).toContain('<meta name="robots" content="noindex" />');
    expect(page).toContain('<main class="narrow">');
    expect(renderPage({ title: "Wide", content: html``, wide: true }, site)).toContain(
      '<main class="wide">',
    );
  });
});

describe("the headers of a page", () => {
  const page = { title: "A page", content: html`<p>Text</p>` };

  it("let a page without a form do nothing, and send no referrer", () => {
    expect(pageHeaders(site, page)).toEqual([
      "Content-Type",
      "text/html; charset=utf-8",
      "Referrer-Policy",
      "no-referrer",
      "Content-Security-Policy",
      `default-src 'none'; style-src 'sha256-${STYLESHEET_HASH}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    ]);
  });

  it("let it do nothing but send its forms to us or to an allowed origin", () => {
    expect(pageHeaders(site, { ...page, form: html`<form></form>` })).toEqual([
      "Content-Type",
      "text/html; charset=utf-8",
      "Referrer-Policy",
      "strict-origin",
      "Content-Security-Policy",
      `default-src 'none'; style-src 'sha256-${STYLESHEET_HASH}'; ` +
        "form-action 'self' https://api.example.com https://app.example.com https://admin.example.org; base-uri 'none'; frame-ancestors 'none'",
    ]);
  });
});
