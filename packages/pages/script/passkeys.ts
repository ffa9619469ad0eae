import { type OptionsJSON, readOptions, writeCredential } from "./credentials.js";
import { each, say, text } from "./page.js";

/** Where each kind of ceremony has its options from. */
const ROUTES: Readonly<Record<string, string>> = {
  "sign-in": "/api/auth/passkey/generate-authentication-options",
  add: "/api/auth/passkey/generate-register-options",
  // Without asking the user.
  conditional: "/api/auth/passkey/generate-register-options?mediation=conditional",
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

async function optionsOf(kind: string): Promise<OptionsJSON> {
  const reply = await fetch(ROUTES[kind] ?? "", { method: "POST" });
  if (!reply.ok) throw new Error(String(reply.status));
  return (await reply.json()) as OptionsJSON;
}

async function run(
  kind: string,
  mediation?: CredentialMediationRequirement,
): Promise<PublicKeyCredential> {
  ceremony.abort();
  const { signal } = (ceremony = new AbortController());
  const json = await optionsOf(kind);
  signal.throwIfAborted();
  const asked = { publicKey: readOptions(json), signal, ...(mediation && { mediation }) };
  const credential =
    kind === "sign-in"
      ? await navigator.credentials.get(asked as CredentialRequestOptions)
      : await navigator.credentials.create(asked as CredentialCreationOptions);
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

/**
 * Tells the keeper of passkeys what the service knows: that it does not have the one just used
 * (`data-passkey-unknown`), or which ones it has, and what their user is called (`data-passkeys`).
 */
export function signalPasskeys(): void {
  const used = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const done = (signal: Promise<void> | undefined) => void signal?.catch(() => undefined);
  if (used && document.querySelector("[data-passkey-unknown]"))
    done(keeper.signalUnknownCredential?.(JSON.parse(used) as UsedPasskey));
  each("[data-passkeys]", ({ dataset }) => {
    for (const signals of JSON.parse(dataset["passkeys"] ?? "[]") as Signals[]) {
      done(keeper.signalAllAcceptedCredentials?.(signals.allAcceptedCredentials));
      done(keeper.signalCurrentUserDetails?.(signals.currentUserDetails));
    }
  });
}

const TRIED = "auth-tried-passkey";

/**
 * Lets the keeper of the password that was just used make a passkey beside it, where it can. It asks
 * no one, so nothing is shown and no page is left; the user is told by mail, and the keeper by the
 * next page. Tried once after each sign-in.
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
  const made = run("conditional", "conditional");
  const body = writeCredential(await made.finally(() => sessionStorage.setItem(TRIED, signIn)));
  await fetch("/api/auth/passkey/verify-registration", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
}
