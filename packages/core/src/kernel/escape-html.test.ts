import { expect, it } from "vitest";
import { escapeHtml } from "./escape-html.js";

it.each([
  ["Ada", "Ada"],
  ["<b>Ada & Sons</b>", "&lt;b&gt;Ada &amp; Sons&lt;/b&gt;"],
  ['" onclick="alert(1)', "&quot; onclick=&quot;alert(1)"],
  ["' onclick='alert(1)", "&#39; onclick=&#39;alert(1)"],
  ["&amp;", "&amp;amp;"],
])("the text %s is shown by the HTML %s", (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});
