import { describe, expect, it } from "vitest";
import type { EmailAddress } from "../kernel/email-address.js";
import type { OneTimeCodeId } from "../kernel/ids.js";
import type { Mail } from "./mails.js";
import { escapeHtml, renderHtml, renderText } from "./rendering.js";
import { draftMail, type Draft, type TEMPLATES } from "./templates.js";

const to = "ada@example.com" as EmailAddress;

/** One mail of every template, filled with what is hardest to render. */
const MAILS: { readonly [T in keyof typeof TEMPLATES]: Extract<Mail, { readonly template: T }> } = {
  "sign-in-code": {
    template: "sign-in-code",
    to,
    data: { code: "042137", minutes: 10 },
    carries: { kind: "one-time-code", id: "code-1" as OneTimeCodeId },
  },
};

const HOSTILE = `<script>alert("x")</script> & 'Sons'`;
const ESCAPED = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;";

describe.each(Object.values(MAILS))("the mail $template", (mail) => {
  const draft = draftMail(mail, "Acme")!;

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

  it("runs nothing, loads nothing and sends nothing", () => {
    expect(renderHtml(draft)).not.toMatch(/<(script|img|link|iframe|form|object|base|style)\b|\son\w+=|url\(/i);
  });

  it("escapes what the application is called", () => {
    const hostile = draftMail(mail, HOSTILE)!;
    expect(renderHtml(hostile)).toContain(ESCAPED);
    expect(renderHtml(hostile)).not.toContain("<script");
    expect(renderText(hostile)).toContain(HOSTILE);
  });
});

describe("the mail that brings a code", () => {
  const draft = draftMail(MAILS["sign-in-code"], "Acme")!;

  it("has the code alone on a line, leading zero kept, and nowhere else", () => {
    const lines = renderText(draft).split("\n");
    expect(lines.filter((line) => line.includes("042137"))).toEqual(["042137"]);
    expect(lines[lines.indexOf("042137") - 1]).toBe("");
    expect(draft.subject).not.toContain("042137");
    expect(renderHtml(draft).match(/042137/g)).toHaveLength(1);
  });

  it("says how long the code works", () => {
    expect(renderText(draft)).toContain("for 10 minutes");
  });
});

describe("the mail that nobody gets", () => {
  it("has no draft", () => {
    expect(draftMail({ template: "none", to, data: {}, carries: null }, "Acme")).toBeNull();
  });
});

describe("a draft", () => {
  const draft: Draft = {
    subject: "A & B",
    pieces: [{ text: HOSTILE }, { code: "<1>" }, { link: 'https://app.example.com/?a=1&b="2"', label: "<Confirm>" }],
  };

  it("becomes text as it is, codes and links alone on their lines", () => {
    expect(renderText(draft)).toBe(`${HOSTILE}\n\n<1>\n\n<Confirm>:\nhttps://app.example.com/?a=1&b="2"\n`);
  });

  it("becomes HTML with everything in it escaped", () => {
    const page = renderHtml(draft);
    expect(page).toContain("<title>A &amp; B</title>");
    expect(page).toContain(`<p>${ESCAPED}</p>`);
    expect(page).toContain("&lt;1&gt;</p>");
    expect(page).toContain('<a href="https://app.example.com/?a=1&amp;b=&quot;2&quot;">&lt;Confirm&gt;</a>');
  });
});
