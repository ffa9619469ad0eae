import { Secret } from "@acme/auth-core";
import { displayNameFault } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadZod } from "../kernel/zod.js";
import {
  codeField,
  emailField,
  imageField,
  metadataField,
  nameField,
  passwordField,
  recordField,
  timestamp,
  tokenField,
  urlField,
} from "./fields.js";

await loadZod();

const NO_TEXT: readonly unknown[] = [
  undefined,
  null,
  1,
  true,
  {},
  [],
  ["ada@example.com"],
  { toString: () => "ada@example.com" },
];

describe("an email field", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["  Ada@Example.COM\n", "ada@example.com"],
    [`${" ".repeat(320 - 15)}ada@example.com`, "ada@example.com"],
  ])("takes %j as %s", (input, address) => {
    expect(emailField().parse(input)).toBe(address);
  });

  it.each([
    ...NO_TEXT,
    "",
    "ada",
    "ada@example.com,eve@evil.example",
    `${"a".repeat(300)}@example.com`,
    `${" ".repeat(321 - 15)}ada@example.com`,
  ])("refuses %j", (input) => {
    expect(emailField().safeParse(input).success).toBe(false);
  });

  it("says what is wrong in words for people", () => {
    expect(
      emailField()
        .safeParse("ada")
        .error?.issues.map(({ message }) => message),
    ).toEqual(["This is not an email address we can use."]);
  });
});

describe("a code field", () => {
  it.each(["042137", " 042137 ", "042 137", "0 4 2 1 3 7", "042\u00a0137\r\n"])(
    "takes %j as a secret of six digits",
    (input) => {
      const code = codeField().parse(input);
      expect(code).toBeInstanceOf(Secret);
      expect(code.reveal()).toBe("042137");
    },
  );

  it.each([
    ...NO_TEXT,
    "",
    "04213",
    "0421370",
    "04213a",
    "-42137",
    "4.2137",
    "0x4213",
    "٠٤٢١٣٧",
    "０４２１３７",
    "042-137",
    "\u0000042137",
  ])("refuses %j", (input) => {
    expect(codeField().safeParse(input).success).toBe(false);
  });

  it("keeps what was typed out of its message", () => {
    expect(JSON.stringify(codeField().safeParse("12345").error?.issues)).not.toContain("12345");
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
    expect(nameField().parse(input)).toBe(name);
  });

  it.each([
    ...NO_TEXT,
    "x".repeat(201),
    "Ada\nLovelace",
    "Ada\u0000",
    "Ada\u001b[31m",
    "Ada\u007f",
    "Ada\u0085x",
    "Ada\ud800",
    "\udc00Ada",
  ])("refuses %j", (input) => {
    expect(nameField().safeParse(input).success).toBe(false);
  });

  it.each(["", "x".repeat(200), "x".repeat(201), "😀".repeat(200), "😀".repeat(201), "a\u0085b"])(
    "takes %.20j exactly when the library does",
    (name) => {
      expect(nameField().safeParse(name).success).toBe(displayNameFault(name) === null);
    },
  );
});

describe("a password field", () => {
  it.each(["", " ", "  hunter2 ", "p\u0000ss\n", "é🚀", "x".repeat(32_768)])(
    "takes %.20j as a secret, unchanged",
    (input) => {
      const password = passwordField().parse(input);
      expect(password).toBeInstanceOf(Secret);
      expect(password.reveal()).toBe(input);
    },
  );

  it.each([...NO_TEXT, "hunter2\ud800", "\udc00hunter2", "x".repeat(32_769)])(
    "refuses %.20j",
    (input) => {
      expect(passwordField().safeParse(input).success).toBe(false);
    },
  );

  it("keeps what was typed out of its message", () => {
    expect(JSON.stringify(passwordField().safeParse("hunter2\ud800").error?.issues)).not.toContain(
      "hunter2",
    );
  });
});

describe("a token field", () => {
  it.each(["", " ", "a.b.c", "\u0000", "🚀", "\ud800"])(
    "takes %j as a secret: what it is worth shows later",
    (input) => {
      const token = tokenField().parse(input);
      expect(token).toBeInstanceOf(Secret);
      expect(token.reveal()).toBe(input);
    },
  );

  it.each([...NO_TEXT, "x".repeat(32_769)])("refuses %.20j", (input) => {
    expect(tokenField().safeParse(input).success).toBe(false);
  });
});

describe("a URL field", () => {
  it.each(["", "/next", "javascript:alert(1)", "x".repeat(2_048)])(
    "takes %.20j: whether it may be gone to is judged by code of its own",
    (input) => {
      expect(urlField().parse(input)).toBe(input);
    },
  );

  it.each([...NO_TEXT, "x".repeat(2_049)])("refuses %.20j", (input) => {
    expect(urlField().safeParse(input).success).toBe(false);
  });
});

describe("an image field", () => {
  it.each([
    null,
    "https://cdn.example.com/a.png",
    "HTTP://cdn.example.com",
    `https://cdn.example.com/${"x".repeat(2_024)}`,
  ])("takes %.30j", (input) => {
    expect(imageField().parse(input)).toBe(input);
  });

  it.each([
    ...NO_TEXT.filter((input) => input !== null),
    "",
    "a.png",
    "/a.png",
    "//cdn.example.com/a.png",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "file:///etc/passwd",
    " https://cdn.example.com/",
    "https://",
    "https://cdn.example.com/\n",
    "https://cdn.example.com/\u0000",
    "https://cdn.example.com/\ud800",
    `https://cdn.example.com/${"x".repeat(2_025)}`,
  ])("refuses %.40j", (input) => {
    expect(imageField().safeParse(input).success).toBe(false);
  });
});

describe("a timestamp", () => {
  it.each([
    [new Date(0).toISOString(), true],
    ["2026-03-01T12:00:00.000Z", true],
    ["2026-03-01T12:00:00.000+01:00", false],
    ["2026-03-01", false],
    ["now", false],
  ])("%s: %s", (text, valid) => {
    expect(timestamp().safeParse(text).success).toBe(valid);
  });
});

describe("a record field", () => {
  const field = recordField(z.number(), 3);
  const issuesOf = (input: unknown) =>
    field.safeParse(input).error?.issues.map(({ message }) => message);

  it.each([{}, { a: 1, b: 2, c: 3 }])("takes %j", (input) => {
    expect(field.parse(input)).toEqual(input);
  });

  it.each([...NO_TEXT.filter((input) => JSON.stringify(input) !== "{}"), { a: "1" }])(
    "refuses %j",
    (input) => {
      expect(field.safeParse(input).success).toBe(false);
    },
  );

  it("looks at how many entries there are before what they hold", () => {
    expect(issuesOf({ a: "1", b: "2", c: "3", d: "4" })).toEqual(["This has at most 3 entries."]);
  });

  it("counts an own __proto__, under a name that stands for nothing", () => {
    expect(field.parse(JSON.parse('{"__proto__":1,"a":2}'))).toEqual({ "-": 1, a: 2 });
    expect(field.safeParse(JSON.parse('{"__proto__":"x"}')).success).toBe(false);
  });
});

describe("a metadata field", () => {
  it("says one thing that is wrong, however much there is of it", () => {
    const { error } = metadataField().safeParse({ a: Array(5_000).fill(Infinity) });
    expect(error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [], message: "Metadata holds finite numbers only." },
    ]);
  });
});
