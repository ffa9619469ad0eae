import { beforeEach, expect, it, vi } from "vitest";

// Test files share their modules, and others have loaded it.
beforeEach(() => void vi.resetModules());

it("the library of passkeys is asked for again after it could not be loaded", async () => {
  vi.doMock("@simplewebauthn/server", () => {
    throw new Error("too many open files");
  });
  const { createWebAuthn } = await import("./simplewebauthn.js");
  const webAuthn = createWebAuthn();
  const ask = () =>
    webAuthn.authenticationOptions(
      { id: "localhost", name: "Test", origins: ["http://localhost"] },
      {
        challenge: "AAAAAAAAAAAAAAAAAAAAAA",
        allow: [],
        hints: [],
        timeoutMs: 1_000,
      },
    );
  await expect(ask()).rejects.toThrow();
  vi.doUnmock("@simplewebauthn/server");
  await expect(ask()).resolves.toBeDefined();
});
