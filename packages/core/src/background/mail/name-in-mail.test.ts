import { describe, expect, it } from "vitest";
import { nameInMail } from "./name-in-mail.js";

describe("a name in a mail of ours", () => {
  it.each([
    ["Ada Lovelace", "Ada Lovelace"],
    ["O'Neill & Sons", "O'Neill & Sons"],
    ["Müller GmbH & Co. KG", "Müller GmbH & Co. KG"],
    ["  a\r\nBcc: b\u2028c ", "a Bcc: b c"],
    ["win at https://evil.example/path", "win at evil example path"],
    ["www.evil.example", "www evil example"],
    ["call HTTP://EVIL.example:8080/x", "call EVIL example 8080 x"],
    ["evil。example, evil．example, evil․example", "evil example, evil example, evil example"],
    ["tel:+1900555", "tel +1900555"],
    ["mail eve@evil.example", "mail eve evil example"],
    ["a\u202eb\u200bc", "a b c"],
    ["a  \u200b b", "a b"],
    ["\u202eAda\u200b", "Ada"],
  ])("%j is printed as %j", (name, printed) => expect(nameInMail(name)).toBe(printed));

  it("is cut where it is long, between characters", () => {
    expect(nameInMail("😀".repeat(65))).toBe(`${"😀".repeat(64)}…`);
    expect(nameInMail("😀".repeat(64))).toBe("😀".repeat(64));
  });
});
