import { describe, expect, it } from "vitest";
import { emphasize, Html, html, marked } from "./html.js";

/** The tag under another name: formatters lay out what the real one is given. */
const tag = html;

describe("a marked text", () => {
  it("is in bold inside another one, and all of it is escaped", () => {
    const said = `A & B: ${marked("<ada>")}, then ${marked("grace")}.`;
    expect(emphasize(said).text).toBe(
      "A &amp; B: <strong>&lt;ada&gt;</strong>, then <strong>grace</strong>.",
    );
  });

  it("ends where it ends, whatever characters it has", () => {
    expect(emphasize(`${marked("a\u2069b\u2068c")} d`).text).toBe("<strong>abc</strong> d");
    expect(emphasize("\u2068 alone \u2068").text).toBe("\u2068 alone \u2068");
  });
});

describe("the html tag", () => {
  it("escapes every string that is put in, and nothing of its own", () => {
    expect(tag`<a href="${`"><script>alert('1')</script>`}">${"A & B"}</a>`.text).toBe(
      '<a href="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;">A &amp; B</a>',
    );
  });

  it("escapes what is escaped already once more", () => {
    expect(tag`${"&amp;"}`.text).toBe("&amp;amp;");
  });

  it("puts in pieces of its own, lists of them and numbers as they are", () => {
    const items = ["<1>", "<2>"].map((item) => tag`<li>${item}</li>`);
    expect(tag`<ul>${items}</ul>${tag`<b>${3}</b>`}${[]}`.text).toBe(
      "<ul><li>&lt;1&gt;</li><li>&lt;2&gt;</li></ul><b>3</b>",
    );
    expect(tag`${new Html("<br>")}`.text).toBe("<br>");
  });

  it("stands without anything put in", () => {
    expect(tag`<p>&nbsp;</p>`.text).toBe("<p>&nbsp;</p>");
    expect(tag``.text).toBe("");
  });
});
