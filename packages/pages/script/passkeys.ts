import { type OptionsJSON, readOptions, writeCredential } from "./credentials.js";
import { each, say, text } from "./page.js";

/** Where each kind of ceremony has its options from. */
const ROUTES: Readonly<Record<string, string>> = {
  "sign-in": "/api/auth/passkey/generate-authentication-options",
  add: "/api/auth/passkey/generate-register-options",
};

/** What is said of a ceremony that failed, by the name of its error. */
const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError: "passkeyCancelled",
  AbortError: "passkeyCancelled",
  InvalidStateError: "passkeyExists",
};

/** A little less than the service keeps a challenge. */
const OFFER_MS = 4.5 * 60_000;

/** What the browser can do with passkeys; nothing, where it knows none. */
const keeper: Partial<typeof PublicKeyCredential> =
  "PublicKeyCredential" in globalThis ? PublicKeyCredential : {};

/** There is one ceremony at a time: the next puts an end to the one before. */
let ceremony = new AbortController();

async function optionsOf(kind: string, mediation?: string): Promise<OptionsJSON> {
  const query = kind === "add" && mediation ? `?mediation=${mediation}` : "";
  const reply = await fetch((ROUTES[kind] ?? "") + query, { method: "POST" });
  if (!reply.ok) throw new Error(String(reply.status));
  return (await reply.json()) as OptionsJSON;
}

async function run(
  kind: string,
  mediation?: CredentialMediationRequirement,
): Promise<PublicKeyCredential> {
  ceremony.abort();
  const { signal } = (ceremony = new AbortController());
  const json = await optionsOf(kind, mediation);
  signal.throwIfAborted();
  const asked = { publicKey: readOptions(json), signal, ...(mediation && { mediation }) };
  const credential =
    kind === "add"
      ? await navigator.credentials.create(asked as CredentialCreationOptions)
      : await navigator.credentials.get(asked as CredentialRequestOptions);
  if (!credential) throw new DOMException("", "NotAllowedError");
  if (json.rpId) remember({ rpId: json.rpId, credentialId: credential.id });
  return credential as PublicKeyCredential;
}

function send(form: HTMLFormElement, credential: PublicKeyCredential): void {
  const field = form.elements.namedItem("credential");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = writeCredential(credential);
  // The button that was pressed has no part in what is sent.
  form.requestSubmit();
}

/** Shows the buttons of passkeys, and offers passkeys in the field of the address. */
export function usePasskeys(within: ParentNode): void {
  if (!("PublicKeyCredential" in globalThis)) return;
  each(
    "button[data-passkey]",
    (button) => {
      const form = button.closest("form");
      const kind = button.dataset["passkey"] ?? "";
      if (!form || !(kind in ROUTES)) return;
      button.hidden = false;
      const offer = kind === "sign-in" && document.querySelector('[autocomplete~="webauthn"]');
      const renew = () => {
        if (offer) void offerIn(form);
      };
      let isAsking = false;
      button.addEventListener("click", (event) => {
        event.preventDefault();
        if (isAsking || !form.reportValidity()) return;
        isAsking = true;
        say(form, "");
        run(kind)
          .then((credential) => send(form, credential))
          .catch((problem: unknown) => {
            say(form, text(faultOf(problem)));
            renew();
          })
          .finally(() => (isAsking = false));
      });
      if (!offer) return;
      renew();
      // Each offer takes the place of the one before it, whose challenge is about to expire.
      setInterval(() => {
        if (!isAsking) renew();
      }, OFFER_MS);
    },
    within,
  );
}

/** The reader has not asked for the offer, so a failure of it is not shown. */
async function offerIn(form: HTMLFormElement): Promise<void> {
  if (!(await keeper.isConditionalMediationAvailable?.())) return;
  await run("sign-in", "conditional").then(
    (credential) => send(form, credential),
    () => undefined,
  );
}

const faultOf = (problem: unknown): string =>
  (problem instanceof DOMException && FAULTS[problem.name]) || "passkeyFailed";

interface UsedPasskey {
  readonly rpId: string;
  readonly credentialId: string;
}

const KEY = "auth-used-passkey";
const remember = (used: UsedPasskey): void => sessionStorage.setItem(KEY, JSON.stringify(used));

/** What the service has said of one user handle. */
interface Signals {
  readonly allAcceptedCredentials: AllAcceptedCredentialsOptions;
  readonly currentUserDetails: CurrentUserDetailsOptions;
}

const done = (signal: Promise<void> | undefined) => void signal?.catch(() => undefined);

/** Tells the keeper of passkeys which ones there are, and what their user is called. */
function tell(signals: readonly Signals[]): void {
  for (const { allAcceptedCredentials, currentUserDetails } of signals) {
    done(keeper.signalAllAcceptedCredentials?.(allAcceptedCredentials));
    done(keeper.signalCurrentUserDetails?.(currentUserDetails));
  }
}

/**
 * Tells the keeper of passkeys what the service knows: that it does not have the one just used
 * (`data-passkey-unknown`), or which ones it has (`data-passkeys`).
 */
export function signalPasskeys(): void {
  const used = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (used && document.querySelector("[data-passkey-unknown]"))
    done(keeper.signalUnknownCredential?.(JSON.parse(used) as UsedPasskey));
  each("[data-passkeys]", ({ dataset }) =>
    tell(JSON.parse(dataset["passkeys"] ?? "[]") as Signals[]),
  );
}

const TRIED = "auth-tried-passkey";

/**
 * Lets the keeper of the password that was just used make a passkey beside it, where it can. It asks
 * no one, so nothing is shown and no page is left: what has come of it is told the keeper, and the
 * user by mail. Tried once after each sign-in.
 */
export function createUnasked(): void {
  each("[data-create-passkey]", ({ dataset }) => {
    void tryCreating(dataset["createPasskey"] ?? "").catch(() => undefined);
  });
}

async function tryCreating(signIn: string): Promise<void> {
  if (sessionStorage.getItem(TRIED) === signIn) return;
  if (!(await keeper.getClientCapabilities?.())?.["conditionalCreate"]) return;
  // A page that is left meanwhile has not tried: the next one does.
  const made = run("add", "conditional").finally(() => sessionStorage.setItem(TRIED, signIn));
  const body = writeCredential(await made);
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/auth/passkey/verify-registration", { method: "POST", headers, body });
  const reply = await fetch("/api/v1/me/passkey-signals");
  if (reply.ok) tell(((await reply.json()) as { signals: readonly Signals[] }).signals);
}
