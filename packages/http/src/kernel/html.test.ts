import { describe, expect, it } from "vitest";
import { Html, html } from "./html.js";

describe("the html tag", () => {
  it("escapes every string that is put in, and nothing of its own", () => {
    expect(html`<a href="${`"><script>alert('1')</script>`}">${"A & B"}</a>`.text).toBe(
      '<a href="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;">A &amp; B</a>',
    );
  });

  it("escapes what is escaped already once more", () => {
    expect(html`${"&amp;"}`.text).toBe("&amp;amp;");
  });

  it("puts in pieces of its own, lists of them and numbers as they are", () => {
    const items = ["<1>", "<2>"].map((item) => html`<li>${item}</li>`);
    expect(
      html`<ul>
          ${items}
        </ul>
        ${html`<b>${3}</b>`}${[]}`.text,
    ).toBe("<ul><li>&lt;1&gt;</li><li>&lt;2&gt;</li></ul><b>3</b>");
  });

  it("takes nothing for a piece of its own that only looks like one", () => {
    const lookalike = { text: "<script>", toString: () => "<script>" };
    expect(html`${lookalike as unknown as string}`.text).toBe("&lt;script&gt;");
    expect(html`${new Html("<br>")}`.text).toBe("<br>");
  });

  it("stands without anything put in", () => {
    expect(html`<p>&nbsp;</p>`.text).toBe("<p>&nbsp;</p>");
    expect(html``.text).toBe("");
  });
});
