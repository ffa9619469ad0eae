import { REGISTRATION_BREAKS, type RegistrationBreak, createSoftwareAuthenticator } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createWebAuthn } from "./simplewebauthn.js";
const webauthn = createWebAuthn();
const party = { id: "app.example.com", name: "Acme", origins: ["https://app.example.com"] };
const challenge = Buffer.alloc(32, 7).toString("base64url");
const options = await webauthn.registrationOptions(party, { challenge, userHandle: Buffer.alloc(64, 1).toString("base64url"), userName: "a", userDisplayName: "A", exclude: [], attachment: null, timeoutMs: 1000 });
it("prints", async () => {
  console.log(JSON.stringify(options));
  for (const algorithm of ["ES256", "EdDSA", "RS256"] as const) for (const attestation of ["none","packed"] as const) {
    const a = createSoftwareAuthenticator({ origin: "https://app.example.com", algorithm, attestation });
    console.log(algorithm, attestation, await webauthn.verifyRegistration(party, challenge, a.create(options)));
    for (const name of Object.keys(REGISTRATION_BREAKS) as RegistrationBreak[]) {
      if (algorithm === "RS256" && name === "offCurveKey") continue;
      const v = await webauthn.verifyRegistration(party, challenge, a.create(options, { [name]: true }));
      if (v.verified || algorithm==="ES256" && attestation==="none") console.log(algorithm, attestation, name, v);
    }
  }
  expect(1).toBe(1);
});
