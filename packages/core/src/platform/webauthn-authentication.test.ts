import { AUTHENTICATION_BREAKS, type AuthenticationBreak, createSoftwareAuthenticator } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createWebAuthn } from "./simplewebauthn.js";
const webauthn = createWebAuthn();
const party = { id: "app.example.com", name: "Acme", origins: ["https://app.example.com"] };
const challenge = Buffer.alloc(32, 7).toString("base64url");
const options = await webauthn.registrationOptions(party, { challenge, userHandle: Buffer.alloc(64, 1).toString("base64url"), userName: "a", userDisplayName: "A", exclude: [], attachment: null, timeoutMs: 1000 });
it("prints", async () => {
  const ro = await webauthn.authenticationOptions(party, { challenge, allow: [], timeoutMs: 1000 });
  console.log(JSON.stringify(ro), Object.keys(ro));
  for (const algorithm of ["ES256", "EdDSA", "RS256"] as const) {
    const a = createSoftwareAuthenticator({ origin: "https://app.example.com", algorithm });
    const r = await webauthn.verifyRegistration(party, challenge, a.create(options));
    if (!r.verified) throw new Error(r.because);
    for (const name of [null, ...Object.keys(AUTHENTICATION_BREAKS)] as (AuthenticationBreak|null)[]) {
      const g = a.get(ro, name ? { [name]: true } : {});
      const v = await webauthn.verifyAuthentication(party, challenge, { response: { ...g, response: { ...g.response, userHandle: g.response.userHandle ?? null } }, passkey: r.proven, userVerification: "required" });
      if (v.verified || algorithm==="ES256") console.log(algorithm, name, v);
    }
  }
  expect(1).toBe(1);
});
