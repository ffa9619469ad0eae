import { Secret } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { codeField, emailField, nameField, timestamp } from "./fields.js";

const NO_TEXT: readonly unknown[] = [undefined, null, 1, true, {}, [], ["ada@example.com"], { toString: () => "ada@example.com" }];

describe("an email field", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["  Ada@Example.COM\n", "ada@example.com"],
  ])("takes %j as %s", (input, address) => {
    expect(emailField.parse(input)).toBe(address);
  });

  it.each([...NO_TEXT, "", "ada", "ada@example.com,eve@evil.example", `${"a".repeat(300)}@example.com`, `${" ".repeat(400)}ada@example.com`])(
    "refuses %j",
    (input) => {
      expect(emailField.safeParse(input).success).toBe(false);
    },
  );

  it("says what is wrong in words for people", () => {
    expect(emailField.safeParse("ada").error?.issues.map(({ message }) => message)).toEqual(["This is not an email address we can use."]);
  });
});

describe("a code field", () => {
  it.each(["042137", " 042137 ", "042 137", "0 4 2 1 3 7", "042\u00a0137\r\n"])("takes %j as a secret of six digits", (input) => {
    const code = codeField.parse(input);
    expect(code).toBeInstanceOf(Secret);
    expect(code.reveal()).toBe("042137");
  });

  it.each([...NO_TEXT, "", "04213", "0421370", "04213a", "-42137", "4.2137", "0x4213", "٠٤٢١٣٧", "０４２１３７", "042-137", "\u0000042137"])(
    "refuses %j",
    (input) => {
      expect(codeField.safeParse(input).success).toBe(false);
    },
  );

  it("keeps what was typed out of its message", () => {
    expect(JSON.stringify(codeField.safeParse("12345").error?.issues)).not.toContain("12345");
  });
});

describe("a name field", () => {
  it.each([
    ["Ada", "Ada"],
    ["  Ada Lovelace ", "Ada Lovelace"],
    ["", ""],
    ["Zoë 东京 🚀", "Zoë 东京 🚀"],
    ["<b>Ada</b>", "<b>Ada</b>"],
    ["x".repeat(200), "x".repeat(200)],
  ])("takes %j", (input, name) => {
    expect(nameField.parse(input)).toBe(name);
  });

  it.each([...NO_TEXT, "x".repeat(201), "Ada\nLovelace", "Ada\u0000", "Ada\u001b[31m", "Ada\u007f", "Ada\u0085x", "Ada\ud800", "\udc00Ada"])(
    "refuses %j",
    (input) => {
      expect(nameField.safeParse(input).success).toBe(false);
    },
  );
});

describe("a timestamp", () => {
  it.each([
    [new Date(0).toISOString(), true],
    ["2026-03-01T12:00:00.000Z", true],
    ["2026-03-01T12:00:00.000+01:00", false],
    ["2026-03-01", false],
    ["now", false],
  ])("%s: %s", (text, valid) => {
    expect(timestamp.safeParse(text).success).toBe(valid);
  });
});
