import type { CDPSession, Page } from "@playwright/test";

/** A passkey as the authenticator keeps it. */
export interface KeptPasskey {
  /** The credential id, base64url. */
  readonly credentialId: string;
  readonly rpId: string;
  /** base64url. */
  readonly userHandle: string;
  readonly signCount: number;
  /** What the authenticator lists the passkey under. */
  readonly userName: string;
  readonly userDisplayName: string;
}

/**
 * The authenticator of a person's device, as Chromium plays it: built in, keeps passkeys, and knows
 * its owner.
 */
export interface VirtualAuthenticator {
  /**
   * Whether somebody is there to consent, which they then do at once: also to the offer of a
   * passkey in a field. A ceremony that began while nobody was there waits for ever.
   */
  attend(present: boolean): Promise<void>;
  /** Waits until the page offers passkeys in a field. */
  offered(): Promise<void>;
  /** Whether it recognises the person there as its owner. */
  recognise(owner: boolean): Promise<void>;
  /** Returns the passkeys that it keeps. */
  passkeys(): Promise<readonly KeptPasskey[]>;
}

/**
 * The browser tells nobody that an offer of passkeys waits in a field: this notes it, and passes
 * everything on. Documents that are no secure context have no credentials.
 */
const NOTE_OFFERS = `if (navigator.credentials) {
  const real = navigator.credentials.get;
  navigator.credentials.get = function (options) {
    const asked = real.call(this, options);
    if (options?.mediation === "conditional") {
      window.offering = asked;
      const over = () => window.offering === asked && (window.offering = null);
      asked.then(over, over);
    }
    return asked;
  };
}`;

/** How often it is asked whether an offer waits. */
const ASKED_EVERY_MS = 50;

/**
 * Gives the page an authenticator with nothing in it. For Chromium alone.
 *
 * @param present whether somebody is there to consent from the start; see `attend`
 * @example
 * const authenticator = await addVirtualAuthenticator(page);
 * await page.getByRole("button", { name: "Add a passkey" }).click();
 * expect(await authenticator.passkeys()).toHaveLength(1);
 */
export async function addVirtualAuthenticator(
  page: Page,
  { present = true }: { readonly present?: boolean } = {},
): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: present,
    },
  });
  await page.addInitScript(NOTE_OFFERS);
  return {
    ...controlsOf(session, authenticatorId),
    async offered() {
      // From outside: where it has to wait, `waitForFunction` evaluates a text within the page,
      // which our content security policy forbids.
      while (!(await isOffering(page))) await page.waitForTimeout(ASKED_EVERY_MS);
    },
  };
}

/** A document that is left meanwhile offers nothing; a page that is gone never will. */
async function isOffering(page: Page): Promise<boolean> {
  try {
    return await page.evaluate<boolean>("Boolean(window.offering)");
  } catch (error) {
    if (String(error).includes("Execution context was destroyed")) return false;
    throw error;
  }
}

const controlsOf = (
  session: CDPSession,
  authenticatorId: string,
): Omit<VirtualAuthenticator, "offered"> => ({
  async attend(present) {
    await session.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId,
      enabled: present,
    });
  },
  async recognise(owner) {
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: owner });
  },
  async passkeys() {
    const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.map(({ credentialId, userHandle, ...kept }) => ({
      credentialId: base64url(credentialId),
      rpId: kept.rpId ?? "",
      userHandle: base64url(userHandle ?? ""),
      signCount: kept.signCount,
      userName: kept.userName ?? "",
      userDisplayName: kept.userDisplayName ?? "",
    }));
  },
});

const base64url = (base64: string): string => Buffer.from(base64, "base64").toString("base64url");
