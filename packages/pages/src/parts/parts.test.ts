import { html } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { webHref } from "../href.js";
import { withAddresses } from "./addresses.js";
import { avatar, hueOf, initialsOf } from "./avatar.js";
import { element } from "./element.js";
import { providerMark } from "./provider-marks.js";

it.each(["", null])("the avatar of a user whose name is %j shows their address", (name) => {
  expect(avatar({ id: "1", name, email: "nora@example.com" }).text).toContain(">NO</span");
});

it.each([
  ["Sent to nora.lindqvist@a-longer-host.example.com.", 4],
  ["nora@example.com", 0],
  ["a-text-that-is-long-and-no-address.example.com", 0],
])("%s may break at %i places of its addresses, and reads the same", (text, places) => {
  const shown = html`${withAddresses(text)}`.text;
  expect(shown.match(/<wbr \/>/g) ?? []).toHaveLength(places);
  expect(shown.replaceAll("<wbr />", "")).toBe(text);
});

it("a long address is escaped like any other text", () => {
  const shown = html`${withAddresses('<b>nora.lindqvist@example.com</b>&"')}`.text;
  expect(shown.replaceAll("<wbr />", "")).toBe(
    "&lt;b&gt;nora.lindqvist@example.com&lt;/b&gt;&amp;&quot;",
  );
});

describe("an element", () => {
  it("escapes every value and what is in it, and quotes its attributes", () => {
    const hostile = `"><script>alert('1')</script>`;
    expect(element("p", { id: null, class: hostile }, hostile).text).toBe(
      '<p class="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;">' +
        "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;</p>",
    );
  });

  it("leaves out what is null or false, and gives true no value", () => {
    const attributes = { id: null, hidden: false, required: true, "aria-invalid": "false" };
    expect(element("input", attributes).text).toBe('<input required aria-invalid="false" />');
  });

  it("takes HTML as it is, and a URL only where it was checked", () => {
    const href = webHref("https://example.com/?a=1&b=2");
    expect(element("a", { href }, html`<b>on</b>`).text).toBe(
      '<a href="https://example.com/?a=1&amp;b=2"><b>on</b></a>',
    );
    // @ts-expect-error a text is no URL
    element("a", { href: "javascript:alert(1)" });
    expect(() => webHref("javascript:alert(1)")).toThrow(TypeError);
  });
});

it.each<readonly [name: string, initials: string]>([
  ["Nora Lind", "NL"],
  ["Ana de la Cruz y Mendoza", "AM"],
  ["nora.lind@example.com", "NL"],
  ["eva", "EV"],
  ["山田 太郎", "山太"],
  ["李小龍", "李小"],
  ["👩‍👩‍👧 Bauer", "👩‍👩‍👧B"],
  ["", "?"],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it("ids that follow each other have different hues", () => {
  const hues = Array.from({ length: 64 }, (_, index) => hueOf(`0192f0c1-7e5a-7d30-8${index}`));
  expect(new Set(hues)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
});

it("a provider without a mark of its own, whatever it is called, has a neutral icon", () => {
  expect(providerMark("google").text).toContain("#4285f4");
  expect(providerMark("constructor").text).toBe(providerMark("corporate").text);
});
