import { describe, expect, it } from "vitest";
import { AuthError } from "../../kernel/errors.js";
import type { Metrics } from "../../ports/metrics.js";
import { measureSignIn } from "./measure-sign-in.procedure.js";

function openMetrics() {
  const ended: string[] = [];
  const metrics: Metrics = {
    requestStarted: () => () => {},
    requestRefused() {},
    signInEnded: (method, outcome) => void ended.push(`${method} ${outcome}`),
    hashQueueChanged() {},
    sweepEnded() {},
  };
  return { metrics, ended };
}

describe("a sign-in that is measured", () => {
  it("succeeds with its own result", async () => {
    const { metrics, ended } = openMetrics();
    const signIn = async (name: string) => `session of ${name}`;
    const measured = measureSignIn({ metrics }, { method: "passkey", signIn });
    expect(await measured("Ada")).toBe("session of Ada");
    expect(ended).toEqual(["passkey succeeded"]);
  });

  it.each([
    ["refused", new AuthError("INVALID_EMAIL_OR_PASSWORD")],
    ["refused", new AuthError("TOO_MANY_REQUESTS")],
    ["refused", new AuthError("ACCOUNT_SUSPENDED")],
    ["failed", new AuthError("BUSY")],
    ["failed", new AuthError("UNAVAILABLE")],
    ["failed", new Error("a bug")],
  ])("is %s by %s, and throws it on", async (outcome, thrown) => {
    const { metrics, ended } = openMetrics();
    const signIn = async () => Promise.reject(thrown);
    const measured = measureSignIn({ metrics }, { method: "password", signIn });
    await expect(measured()).rejects.toBe(thrown);
    expect(ended).toEqual([`password ${outcome}`]);
  });

  it("is what its result says, and counts as none when the result is none", async () => {
    const { metrics, ended } = openMetrics();
    const measured = measureSignIn(
      { metrics },
      {
        method: "oauth",
        signIn: async (result: "refused" | "failed" | null) => result,
        outcomeOf: (result) => result,
      },
    );
    await measured("failed");
    await measured(null);
    await measured("refused");
    expect(ended).toEqual(["oauth failed", "oauth refused"]);
  });

  it("is the use case itself while nothing is measured", () => {
    const signIn = async () => {};
    expect(measureSignIn({ metrics: null }, { method: "password", signIn })).toBe(signIn);
  });
});
