import { Secret, type Caller, type Client, type EmailAddress } from "@acme/auth-core";
import { createSoftwareAuthenticator } from "@acme/auth-testing";
import { ORIGIN, personOf, PROVIDER_ID, tokenIn, type Library } from "./library.js";

const PASSWORD = new Secret("correct horse battery staple");
const NOWHERE = { callback: null, newUser: null, error: null };

/** Does `work`, and notes under `name` what it sent to the database. */
export type Act = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

interface Life extends Library {
  readonly act: Act;
  readonly email: EmailAddress;
  readonly client: Client;
}

/** The life of one user from sign-up to deletion, with each action once, in the order in which they are shown. */
export async function liveOnce(library: Library, act: Act, index: number): Promise<void> {
  const life: Life = { ...library, act, ...personOf(index) };
  const caller = await signUp(life);
  await signInByCode(life);
  await signInByMagicLink(life);
  await signInByPasskey(life, caller);
  await signInByProvider(life);
  await useOrganization(life, caller);
  await exportData(life, caller);
  await deleteAccount(life, caller);
}

async function signUp({ auth, act, email, client, tokenFor }: Life): Promise<Caller> {
  // The first poll of a worker also sweeps.
  await auth.worker.runDue();
  await act("worker: a poll, nothing due", () => auth.worker.runDue());
  await act("limiter: a counted request", () =>
    auth.rateLimiter.take("auth", client.network, auth.clock.now()),
  );
  const input = { email, password: PASSWORD, name: "Ada", image: null, redirectTo: null };
  await act("password: sign-up", () => auth.passwords.signUp(input, client));
  await act("worker: a poll, one mail", () => auth.worker.runDue());
  // A verified account, so that later sign-ins by mail are the usual ones.
  await auth.emailVerification.verify(tokenFor(email), client);
  const { token } = await act("password: sign-in", () =>
    auth.passwords.signIn({ email, password: PASSWORD, redirectTo: null }, client),
  );
  const caller = await act("session check", () =>
    auth.sessions.identify({ sessionToken: token, organization: null }),
  );
  return caller!;
}

async function signInByCode({ auth, act, email, client, codeFor }: Life): Promise<void> {
  await act("code: send", () => auth.emailOtp.send(email, "sign-in", client));
  await auth.worker.runDue();
  const otp = codeFor(email);
  await act("code: sign-in", () => auth.emailOtp.signIn({ email, otp }, client));
}

async function signInByMagicLink({ auth, act, email, client, tokenFor }: Life): Promise<void> {
  const request = { email, name: "", destinations: NOWHERE };
  await act("magic link: send", () => auth.magicLinks.send(request, client));
  await auth.worker.runDue();
  const token = tokenFor(email);
  await act("magic link: sign-in", () => auth.magicLinks.signIn(token, client));
}

async function signInByPasskey({ auth, act, client }: Life, caller: Caller): Promise<void> {
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
  const fresh = auth.sessions.requireFresh(caller);
  const creation = await auth.passkeys.registrationOptions(fresh, { name: null, attachment: null });
  const response = authenticator.create(creation);
  await auth.passkeys.register(fresh, { response, name: "Laptop" }, client);
  const { options, browser } = await act("passkey: options", () =>
    auth.passkeys.authenticationOptions(null, client),
  );
  const { response: answer, ...credential } = authenticator.get(options);
  const { userHandle = null } = answer;
  const assertion = { ...credential, response: { ...answer, userHandle } };
  await act("passkey: sign-in", () =>
    auth.passkeys.signIn(assertion, { ...client, browserToken: browser.token }),
  );
}

async function signInByProvider({ auth, act, email, client }: Life): Promise<void> {
  const unnoted: Act = async (_name, work) => work();
  // The first sign-in links the account; what is noted is a later one.
  for (const noted of [unnoted, act]) {
    const input = { providerId: PROVIDER_ID, destinations: NOWHERE };
    const { url, browser } = await noted("provider: start", () =>
      auth.oauth.startSignIn(input, client),
    );
    const callback = { state: new URL(url).searchParams.get("state") ?? "", code: email };
    const back = { ...client, browserToken: browser.token };
    const outcome = await noted("provider: sign-in", () =>
      auth.oauth.completeAuthorization(PROVIDER_ID, callback, back),
    );
    if (!outcome.ok) throw new Error(`the provider's account is refused: ${outcome.reason}`);
  }
}

async function useOrganization({ auth, act, client }: Life, caller: Caller): Promise<void> {
  const input = { name: "Acme", slug: null, logo: null, metadata: {} };
  const { organization } = await act("organization: create", () =>
    auth.organizations.create(caller, input, client),
  );
  const wanted = { organizationId: organization.id, permission: "org:read" } as const;
  await act("organization: read", async () =>
    auth.organizations.find(await auth.accessControl.authorizeIn(caller, wanted, client)),
  );
}

async function exportData({ auth, act, client }: Life, caller: Caller): Promise<void> {
  await auth.worker.runDue();
  const { id } = await act("export: request", () => auth.dataExport.request(caller, client));
  await act("export: produce, mail included", () => auth.worker.runDue());
  const { downloadUrl } = await auth.dataExport.find(caller, id);
  const token = tokenIn(downloadUrl ?? "");
  await act("export: download", async () => {
    let bytes = 0;
    for await (const piece of await auth.dataExport.download(id, token, client))
      bytes += piece.length;
    return bytes;
  });
}

/** Of the only owner of an organization nothing is deleted, so it goes first. */
async function deleteAccount({ auth, act, client }: Life, caller: Caller): Promise<void> {
  for (const { organization } of await auth.organizations.list(caller)) {
    const wanted = { organizationId: organization.id, permission: "org:delete" } as const;
    const granted = await auth.accessControl.authorizeIn(caller, wanted, client);
    await auth.organizations.remove(auth.accessControl.requireFresh(granted), client);
  }
  await auth.worker.runDue();
  const input = { password: PASSWORD, reason: "" };
  await act("deletion: request", () => auth.accountDeletion.request(caller, input, client));
  await act("deletion: carry out, mails included", () => auth.worker.runDue());
  if ((await auth.sessions.list(caller)).length > 0) throw new Error("the user is still there");
}
