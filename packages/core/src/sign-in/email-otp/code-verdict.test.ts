import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type OneTimeCodeId, toId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";
import { judgeCode } from "./code-verdict.js";
import type { OneTimeCode } from "./one-time-code-store.js";

const now = new Date("2026-03-01T12:00:00.000Z");
const issued: OneTimeCode = {
  id: toId<OneTimeCodeId>("code-1"),
  email: asChecked<EmailAddress>("ada@example.com"),
  type: "sign-in",
  codeHash: asChecked<SecretHash>("hash"),
  attemptsLeft: 4,
  createdAt: new Date("2026-03-01T11:50:00.001Z"),
  expiresAt: new Date("2026-03-01T12:00:00.001Z"),
};

describe("an attempt at a code", () => {
  it.each([4, 1, 0])("is compared while %i tries remain after it", (attemptsLeft) => {
    expect(judgeCode({ ...issued, attemptsLeft }, now)).toEqual({
      comparable: true,
      issued: { ...issued, attemptsLeft },
    });
  });

  it.each([
    ["INVALID_OTP", "there is no code", null],
    ["TOO_MANY_ATTEMPTS", "the last try is gone", { ...issued, attemptsLeft: -1 }],
    ["OTP_EXPIRED", "the code expires this instant", { ...issued, expiresAt: now }],
    [
      "OTP_EXPIRED",
      "the code expired and has no tries left",
      { ...issued, expiresAt: now, attemptsLeft: -1 },
    ],
  ] as const)("is %s when %s", (reason, _when, code) => {
    expect(judgeCode(code, now)).toEqual({ comparable: false, reason });
  });
});
