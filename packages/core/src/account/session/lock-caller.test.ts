import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { expect, it } from "vitest";
import { createTestAuth, nobody as client } from "../../../test/worlds.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";

async function openWorld(requireEmailVerification = false) {
  const store = await openMemoryStore();
  const auth = createTestAuth({ store, requireEmailVerification });
  const email = parseEmailAddress("ada@example.com")!;
  const password = new Secret("correct horse battery");
  const input = { email, password, name: "Ada", image: null, redirectTo: null };
  const { signedIn } = await auth.passwords.signUp(input, client);
  const signIn = () => auth.passwords.signIn({ email, password, redirectTo: null }, client);
  return { store, auth, signedIn, signIn };
}

it("a session that has ended since its request came in changes nothing any more", async () => {
  const { store, auth, signedIn } = await openWorld();
  const sessionToken = signedIn!.token;
  const ada = (await auth.sessions.identify({ sessionToken, organization: null }))!;
  await store.sessions.revoke(ada.user.id, ada.session.id);
  const fresh = auth.sessions.requireFresh(ada);
  for (const attempt of [
    () => auth.dataExport.request(ada, client),
    () => auth.passkeys.registrationOptions(fresh, { name: null, attachment: null }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await auth.dataExport.list(ada)).toEqual([]);
});

it("a right password opens no session where the email address has to be verified first", async () => {
  const { auth, signedIn, signIn, store } = await openWorld(true);
  expect(signedIn).toBeNull();
  await expect(signIn()).rejects.toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
  const user = await store.users.findByEmail(parseEmailAddress("ada@example.com")!);
  await auth.users.suspend(user!.id, { operator: "jane@support" });
  await expect(signIn()).rejects.toMatchObject({ code: "ACCOUNT_SUSPENDED" });
  await store.users.markSuspended(user!.id, { suspendedAt: null, suspendedUntil: null });
  await store.users.markVerified(user!.id, new Date(0));
  expect((await signIn()).user.id).toBe(user!.id);
});
