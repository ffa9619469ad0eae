import { expect } from "vitest";
import { authenticatorOn } from "../passkeys.js";
import { APP_URL, type Guide, PASSWORD, type Visitor } from "./guide.js";

/** What a user has and does with an account, and what anybody may read. */
export async function tourAccount(guide: Guide): Promise<void> {
  const ada = await guide.member("ada.byron@acme.example", "Ada Byron");
  await changeProfile(guide, ada);
  await usePasskeys(ada);
  await takeData(guide, ada);
  await leaveAndStay(ada);
  await readService(guide, guide.visitor());
  await changeMind(ada);
}

async function changeProfile({ mailedToken, opened }: Guide, ada: Visitor): Promise<void> {
  const { profile, preferences } = ada.client;
  await preferences.readPreferences();
  await preferences.updatePreferences({ locale: "de" });
  await preferences.updatePreferences({ locale: null });
  await profile.updateUser({ name: "Ada King", image: "https://images.acme.example/ada.png" });
  await profile.changeEmail({ newEmail: "ada.king@acme.example" });
  const token = await mailedToken("ada.king@acme.example");
  expect(await opened(ada, profile.openEmailChangeLink({ token }))).toBe(200);
  await profile.confirmEmailChange({ token });
}

async function usePasskeys({ client: { passkey } }: Visitor): Promise<void> {
  const authenticator = authenticatorOn({ origin: APP_URL });
  await passkey.openRegisterOptions({ name: "Laptop" });
  const options = await passkey.generateRegisterOptions({ name: "Laptop" });
  const { id } = await passkey.verifyRegistration({
    response: authenticator.create(options),
    name: "Laptop",
  });
  await passkey.openAuthenticationOptions();
  const asked = await passkey.generateAuthenticationOptions({ hints: ["client-device"] });
  await passkey.verifyAuthentication({ response: authenticator.get(asked) });
  await passkey.listUserPasskeys();
  await passkey.updatePasskey({ id, name: "Work laptop" });
  await passkey.passkeySignals();
  await passkey.deletePasskey({ id });
}

async function takeData({ deliver }: Guide, { client: { dataExport } }: Visitor): Promise<void> {
  const { requestId } = await dataExport.requestExport();
  await deliver();
  await dataExport.listExports();
  const { downloadUrl } = await dataExport.readExport({ id: requestId });
  const token = new URL(downloadUrl!).searchParams.get("token")!;
  const document = await dataExport.downloadExport({ id: requestId, token });
  expect(document.user.email).toBe("ada.king@acme.example");
}

async function leaveAndStay({ client: { accountDeletion } }: Visitor): Promise<void> {
  expect((await accountDeletion.previewDeletion()).needs).toBe("password");
  await accountDeletion.requestDeletion({ password: PASSWORD, reason: "I no longer need it." });
  await accountDeletion.readDeletion();
  await accountDeletion.cancelDeletion();
}

async function changeMind({ client: { profile } }: Visitor): Promise<void> {
  await profile.changeEmail({ newEmail: "countess@acme.example" });
  await profile.readEmailChange();
  await profile.cancelEmailChange();
}

async function readService({ opened }: Guide, visitor: Visitor): Promise<void> {
  const { service, documentation } = visitor.client;
  await service.healthz();
  await service.readyz();
  await service.authOk();
  await service.readPolicy();
  expect((await documentation.openapi()).openapi).toBe("3.1.0");
  expect(await opened(visitor, documentation.docs())).toBe(200);
  expect(await opened(visitor, service.authError({ error: "state_mismatch" }))).toBe(200);
}
