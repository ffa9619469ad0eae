import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret } from "./secret.js";

const TEXT = "open sesame";

/** What `console.log(...values)` writes. */
function logged(...values: readonly unknown[]): string {
  let written = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  new Console(stream).log(...values);
  return written.trimEnd();
}

const WAYS_TO_PRINT: readonly (readonly [
  way: string,
  print: (secret: Secret) => string,
  printed: string,
])[] = [
  ["JSON", (secret) => JSON.stringify({ secret }), '{"secret":"[secret]"}'],
  ["a list in JSON", (secret) => JSON.stringify([secret]), '["[secret]"]'],
  ["util.inspect", (secret) => inspect(secret), "[secret]"],
  [
    "util.inspect with everything shown",
    (secret) => inspect({ secret }, { showHidden: true, depth: Infinity, getters: true }),
    "{ secret: [secret] }",
  ],
  [
    "util.format",
    (secret) => format("%s %o %j", secret, secret, secret),
    '[secret] [secret] "[secret]"',
  ],
  ["console.log", (secret) => logged(secret, { secret }), "[secret] { secret: [secret] }"],
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- the slip that this class is made for
  ["a template literal", (secret) => `token=${secret}`, "token=[secret]"],
  // eslint-disable-next-line @typescript-eslint/restrict-plus-operands -- the slip that this class is made for
  ["concatenation", (secret) => "token=" + secret, "token=[secret]"],
  ["String", (secret) => String(secret), "[secret]"],
  ["an error's message", (secret) => new Error(String(secret)).message, "[secret]"],
];

describe("a secret", () => {
  it.each(WAYS_TO_PRINT)("shows nothing in %s", (_way, print, printed) => {
    expect(print(new Secret(TEXT))).toBe(printed);
  });

  it("gives its text when it is asked for by name", () => {
    expect(new Secret(TEXT).reveal()).toBe(TEXT);
  });

  it("has no property that holds its text", () => {
    const secret = new Secret(TEXT);
    expect(Reflect.ownKeys(secret)).toEqual([]);
    expect(JSON.stringify([Object.assign({}, secret), structuredClone(secret)])).not.toContain(
      TEXT,
    );
  });
});
