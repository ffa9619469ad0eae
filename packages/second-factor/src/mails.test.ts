import type { PartText } from "@acme/auth-core/texts";
import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { FACTOR_MAILS } from "./factor-mails.js";
import { RECOVERY_MAILS } from "./recovery-mails.js";
import type { FactorTexts } from "./texts/mail-texts.js";
import { textsOf } from "./texts-of.js";

const app = "Acme";
const RECOVERY = {
  app,
  startedAt: "START",
  dueAt: "DUE",
  expiresAt: "END",
  place: "Firefox, Linux, 192.0.2.1",
};
/** What each mail is told, in every case that its texts know. */
const VALUES: {
  readonly [K in keyof FactorTexts]: readonly Parameters<FactorTexts[K]["intro"]>[0][];
} = {
  enabled: [true, false].map((byPasskey) => ({ app, byPasskey })),
  replaced: [{ app }],
  disabled: [true, false].map((byUser) => ({ app, byUser })),
  guessed: [true, false].map((byPassword) => ({ app, byPassword })),
  codesReplaced: [{ app }],
  codeUsed: [9, 0].map((left) => ({ app, left })),
  recovery: (["started", "waits", "due", "expires"] as const).map((stage) => ({
    ...RECOVERY,
    stage,
  })),
  recoveryVetoed: [{ app, startedAt: "START" }],
  recoveryCompleted: [{ app }],
};

/** One mail in one language, in every case. */
const writtenBy = <V extends object>(text: PartText<V>, cases: readonly (V & { app: string })[]) =>
  cases.map((values) => ({
    subject: text.subject(values),
    text: [...text.intro(values), text.button?.(values), ...(text.outro?.(values) ?? [])],
  }));

const written = (mail: keyof FactorTexts) =>
  Object.entries<PartText<object>>(textsOf(mail)).map(([language, text]) => ({
    language,
    mails: writtenBy(text, VALUES[mail]),
  }));

describe.each(keysOf(VALUES))("the mail %s", (mail) => {
  it("is written in five languages", () => {
    const texts = written(mail);
    expect(texts.map(({ language }) => language)).toEqual(["en", "de", "es", "fr", "ja"]);
    expect(texts).toMatchSnapshot();
  });

  it("names the application in its subject, in one line", () => {
    for (const { mails } of written(mail))
      for (const { subject } of mails) expect(subject).toMatch(/^[^\n]*Acme[^\n]*$/);
  });
});

it("every mail has its name, and those of the way back are never delayed", () => {
  expect([...FACTOR_MAILS, ...RECOVERY_MAILS].map(({ name, group }) => [name, group])).toEqual([
    ["secondFactor/enabled", "own"],
    ["secondFactor/replaced", "own"],
    ["secondFactor/disabled", "own"],
    ["secondFactor/guessed", "own"],
    ["secondFactor/codes-replaced", "own"],
    ["secondFactor/code-used", "own"],
    ["secondFactor/recovery", null],
    ["secondFactor/recovery-vetoed", null],
    ["secondFactor/recovery-completed", null],
  ]);
});
