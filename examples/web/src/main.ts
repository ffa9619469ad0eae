import {
  AuthClientError,
  type CallOptions,
  createAuthCall,
  createAuthClient,
  type PasskeyVerifyAuthenticationBody,
  type PasskeyVerifyRegistrationBody,
  type Route,
} from "@acme/auth-client";

const baseUrl = import.meta.env.VITE_AUTH_URL ?? "http://localhost:3000";
const client = createAuthClient({ baseUrl });

// Routes of the application's own behind the permissions billing:read and billing:write.
interface Subscription {
  readonly plan: string;
}
const call = createAuthCall({ baseUrl });
const readPlan: Route<(options: CallOptions) => Promise<Subscription>> =
  "GET /api/v1/billing/subscription";
const changePlan: Route<
  (input: { readonly plan: string }, options: CallOptions) => Promise<Subscription>
> = "POST /api/v1/billing/subscription json";

/** The active organization, in which the plan is read and changed; null for none. */
let organization: string | null = null;
/** Where the code was sent. */
let email = "";

const at = (id: string) => document.getElementById(id) as HTMLElement;
const show = (id: string, isShown: boolean) => (at(id).hidden = !isShown);
const say = (text: string) => (at("message").textContent = text);

/** Shows the page as the service says who is signed in. */
async function render(): Promise<void> {
  const session = await client.session.getSession();
  show("signed-out", !session);
  show("signed-in", session !== null);
  if (!session) return;
  const { activeOrganization, permissions, ...me } = await client.currentUser.me();
  organization = activeOrganization?.id ?? null;
  const { plan } = organization === null ? { plan: "–" } : await call(readPlan, { organization });
  const texts: Readonly<Record<string, string>> = {
    email: me.email,
    organization: activeOrganization
      ? `${activeOrganization.name} (${activeOrganization.role})`
      : "None yet",
    plan,
  };
  for (const element of document.querySelectorAll<HTMLElement>("[data-me]"))
    element.textContent = texts[element.dataset["me"] ?? ""] ?? "";
  (at("plan") as HTMLSelectElement).value = plan;
  show("create-organization", activeOrganization === null);
  // What the role does not allow is not offered. The service decides, whatever the page shows.
  show("change-plan", permissions.includes("billing:write"));
}

/** Does what was asked for, says how it went, and shows what has become of the page. */
async function run(work: () => Promise<string>): Promise<void> {
  say("");
  try {
    const done = await work();
    await render();
    say(done);
  } catch (failure) {
    say(AuthClientError.is(failure) ? failure.message : "The browser did not finish that.");
    at("message").focus();
  }
}

type TextOf = (field: string) => string;
const onSubmit = (id: string, work: (textOf: TextOf) => Promise<string>) =>
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void run(() => work((field) => form.get(field) as string));
  });
const onClick = (id: string, work: () => Promise<string>) =>
  at(id).addEventListener("click", () => void run(work));

onSubmit("send-code", async (textOf) => {
  email = textOf("email");
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  show("enter-code", true);
  at("otp").focus();
  return `We sent a code to ${email}.`;
});

onSubmit("enter-code", async (textOf) => {
  await client.emailOtp.signIn({ email, otp: textOf("otp") });
  show("enter-code", false);
  return "";
});

onClick("use-passkey", async () => {
  const options = await client.passkey.generateAuthenticationOptions({});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = inJson(await navigator.credentials.get({ publicKey }));
  await client.passkey.verifyAuthentication({ response });
  return "";
});

// The service asks for a sign-in of the last day, and says so where there was none.
onClick("add-passkey", async () => {
  const options = await client.passkey.generateRegisterOptions({});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = inJson(await navigator.credentials.create({ publicKey }));
  await client.passkey.verifyRegistration({ response });
  return "This device has a passkey now.";
});

onSubmit("create-organization", async (textOf) => {
  const { id } = await client.organization.createOrganization({ name: textOf("name") });
  await client.organization.setActiveOrganization({ organizationId: id });
  return "";
});

// In the organization that the page shows, whichever another tab has made the active one.
onSubmit("change-plan", async (textOf) => {
  if (organization !== null) await call(changePlan, { plan: textOf("plan") }, { organization });
  return "The plan is changed.";
});

onClick("sign-out", async () => {
  await client.session.signOut();
  return "You’re signed out.";
});

type Response = PasskeyVerifyRegistrationBody["response"] &
  PasskeyVerifyAuthenticationBody["response"];

/** What the browser writes is what the service reads: WebAuthn defines both. */
const inJson = (credential: Credential | null): Response =>
  (credential as PublicKeyCredential).toJSON() as object as Response;

void run(() => Promise.resolve(""));
