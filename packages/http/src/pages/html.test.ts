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

describe("the white space of a template", () => {
  it("is one space where the source has more, in texts and between attributes", () => {
    const shown = tag`<p
      class="a"
      id="${"b"}"
    >
      One   two
      ${"three"}
    </p>`;
    expect(shown.text).toBe('<p class="a" id="b"> One two three </p>');
  });

  it("stays where it counts: in pre, textarea, style and attribute values", () => {
    const kept = [
      "<pre>\n a\n  b </pre>",
      "<textarea>\n a\n\n b</textarea>",
      "<style>a  {}\n</style>",
      '<input value=" a\n  b" />',
      "<i title='a  b'></i>",
    ];
    const templates = [
      tag`<pre>\n a\n  b </pre>`,
      tag`<textarea>\n a\n\n b</textarea>`,
      tag`<style>a  {}\n</style>`,
      tag`<input value=" a\n  b" />`,
      tag`<i title='a  b'></i>`,
    ];
    expect(templates.map(({ text }) => text)).toEqual(kept);
    expect(
      tag`<pre\n  id="${"x"}"\n>  ${"y"}\n\n${"z"}</pre>  5" or  6" <b title="a  b"></b>`.text,
    ).toBe('<pre id="x">  y\n\nz</pre> 5" or 6" <b title="a  b"></b>');
  });

  it("stays in what is inserted, and where it is more than a blank", () => {
    const inserted = [new Html("<b>\n  </b>")];
    expect(tag`<p>${" a\n  b "}${inserted}</p>`.text).toBe("<p> a\n  b <b>\n  </b></p>");
    expect(tag`\u00A0\u00A0 \u3000`.text).toBe("\u00A0\u00A0 \u3000");
  });
});
