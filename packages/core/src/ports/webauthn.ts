/**
 * How a client can reach the authenticator (WebAuthn Level 3 §5.8.4). Hints for the browser: the
 * client sends them, nothing signs them, and no decision depends on them.
 */
export type AuthenticatorTransport =
  "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";

/**
 * Whether a credential may be backed up to other devices: its backup eligibility, which never
 * changes (WebAuthn §6.1.3).
 */
export type DeviceType = "singleDevice" | "multiDevice";

/**
 * Which kind of authenticator the user is expected to use (WebAuthn Level 3 §5.8.7). Browsers offer
 * it first, and no decision depends on it.
 */
export type AuthenticatorHint = "security-key" | "client-device" | "hybrid";

/** This service, as authenticators know it (WebAuthn §4, "Relying Party"). */
export interface RelyingParty {
  /**
   * A host name, without scheme and port: the scope of the passkeys. A passkey of one id is never
   * offered for another.
   */
  readonly id: string;
  /** What the authenticator shows to the user. */
  readonly name: string;
  /**
   * The origins of the pages on which ceremonies may take place: scheme, host and port, compared
   * exactly.
   */
  readonly origins: readonly string[];
}

/**
 * A credential that the browser is asked to use, or to leave out (`PublicKeyCredentialDescriptor`,
 * WebAuthn §5.8.3).
 */
export interface CredentialHint {
  /** Base64url, at most 1,023 bytes. */
  readonly credentialId: string;
  /** Empty when none are known. */
  readonly transports: readonly AuthenticatorTransport[];
}

/** What the options for a registration are made of (WebAuthn §5.4). */
export interface RegistrationRequest {
  /** Random bytes, base64url, good for one answer (WebAuthn §13.4.3). */
  readonly challenge: string;
  /** 64 random bytes, base64url. It says nothing about the user (WebAuthn §14.6.1). */
  readonly userHandle: string;
  /** Tells the user's accounts apart in the authenticator's list. Shown to the user. */
  readonly userName: string;
  /** What the authenticator calls the user. Shown to the user. */
  readonly userDisplayName: string;
  /** The credentials that the user has: their authenticators make no second one. */
  readonly exclude: readonly CredentialHint[];
  /** Which authenticators the browser offers (WebAuthn §5.4.5); null for all of them. */
  readonly attachment: "platform" | "cross-platform" | null;
  /** What the browser offers first, the first one first; empty for its own choice. */
  readonly hints: readonly AuthenticatorHint[];
  /** Whether the authenticator must verify its user, or may leave it out (WebAuthn §5.8.6). */
  readonly userVerification: "required" | "preferred";
  /**
   * How long the browser waits for the user, in milliseconds. A hint: the lifetime of the challenge
   * decides.
   */
  readonly timeoutMs: number;
}

/** What the options for an authentication are made of (WebAuthn §5.5). */
export interface AuthenticationRequest {
  /** Random bytes, base64url, good for one answer (WebAuthn §13.4.3). */
  readonly challenge: string;
  /**
   * The credentials that may be used. When it is empty, the user chooses among all passkeys that
   * the authenticator has for this service.
   */
  readonly allow: readonly CredentialHint[];
  /** What the browser offers first, the first one first; empty for its own choice. */
  readonly hints: readonly AuthenticatorHint[];
  /**
   * How long the browser waits for the user, in milliseconds. A hint: the lifetime of the challenge
   * decides.
   */
  readonly timeoutMs: number;
}

/**
 * The answer to a registration: `RegistrationResponseJSON` (WebAuthn §5.1), its shape checked and
 * nothing else. Binary values are base64url. Members that are not listed are not used.
 */
export interface RegistrationResponse {
  readonly id: string;
  /** The credential id. Must be equal to `id`. */
  readonly rawId: string;
  readonly response: {
    /** The JSON that the signature covers (WebAuthn §5.8.1). */
    readonly clientDataJSON: string;
    /** Authenticator data and attestation statement, as CBOR (WebAuthn §6.5.4). */
    readonly attestationObject: string;
    /** What the client says of the transports. Values that WebAuthn does not know are left out. */
    readonly transports: readonly string[];
  };
}

/**
 * The answer to an authentication: `AuthenticationResponseJSON` (WebAuthn §5.1), its shape checked
 * and nothing else. Binary values are base64url. Members that are not listed are not used.
 */
export interface AuthenticationResponse {
  readonly id: string;
  /** The credential id. Must be equal to `id`. */
  readonly rawId: string;
  readonly response: {
    /** The JSON that the signature covers (WebAuthn §5.8.1). */
    readonly clientDataJSON: string;
    /** Relying party, flags, counter and extensions (WebAuthn §6.1). */
    readonly authenticatorData: string;
    /** Over the authenticator data and the hash of the client data (WebAuthn §6.3.3). */
    readonly signature: string;
    /** The user handle of the credential; null when the authenticator sends none. */
    readonly userHandle: string | null;
  };
}

/**
 * What the browser says about a ceremony. It is covered by the signature of an assertion (WebAuthn
 * §5.8.1).
 */
export interface ClientData {
  /** `webauthn.create` or `webauthn.get`. */
  readonly type: string;
  /** The challenge that is answered, base64url. */
  readonly challenge: string;
  /** The origin of the page: scheme, host and port. */
  readonly origin: string;
  /** Whether the page stood in a frame of another origin. False when the browser does not say. */
  readonly crossOrigin: boolean;
  /** The origin of the outermost page; null when the browser does not say. */
  readonly topOrigin: string | null;
}

/**
 * A new credential. All but the transports comes from what the authenticator made, not from what
 * the client says beside it.
 */
export interface NewCredential {
  /** Base64url, at most 1,023 bytes. */
  readonly credentialId: string;
  /** The COSE key (RFC 9052 §7), base64url. */
  readonly publicKey: string;
  /** The key's COSE algorithm: -7 (ES256), -8 (EdDSA) or -257 (RS256). */
  readonly algorithm: number;
  /** The signature counter (WebAuthn §6.1.1); 0 for authenticators that keep none. */
  readonly counter: number;
  /** The known ones that the client named, each once. */
  readonly transports: readonly AuthenticatorTransport[];
  readonly deviceType: DeviceType;
  /** Whether the credential is backed up now (WebAuthn §6.1.3). */
  readonly backedUp: boolean;
  /**
   * The model of the authenticator, as a UUID. It is not attested: it is a name and proves nothing.
   */
  readonly aaguid: string;
  /** Whether the authenticator verified its user: the flag UV. */
  readonly userVerified: boolean;
}

/** A verified use of a credential. */
export interface Assertion {
  /**
   * The signature counter as presented. The caller compares it with the stored one (WebAuthn §7.2
   * step 22).
   */
  readonly counter: number;
  /** The backup eligibility as presented. The caller compares it with the stored one. */
  readonly deviceType: DeviceType;
  /** Whether the credential is backed up now (WebAuthn §6.1.3). */
  readonly backedUp: boolean;
  /** Whether the authenticator verified its user: the flag UV. */
  readonly userVerified: boolean;
}

/**
 * The result of verifying a ceremony. `reason` is for the operator's log. It must not reach a
 * client, because it may quote parts of the ceremony.
 */
export type CeremonyVerdict<Proven> =
  | { readonly verified: true; readonly proven: Proven }
  | { readonly verified: false; readonly reason: string };

/**
 * The options of a ceremony, as JSON for the browser: `PublicKeyCredentialCreationOptionsJSON` or
 * `PublicKeyCredentialRequestOptionsJSON` (WebAuthn §5.1).
 */
export type CeremonyOptions = Readonly<Record<string, unknown>>;

/**
 * The two ceremonies of WebAuthn Level 3: registration (§7.1) and authentication (§7.2). The
 * implementation checks the bytes: encodings, hashes, flags, keys and signatures. The caller checks
 * what needs stored state: the challenge, the owner, the counter and the backup eligibility. No
 * method throws for anything that a client can send.
 */
export interface WebAuthn {
  /**
   * Returns the options with which a browser makes a discoverable credential. No attestation is
   * requested (WebAuthn §5.4).
   */
  registrationOptions(party: RelyingParty, request: RegistrationRequest): Promise<CeremonyOptions>;

  /**
   * Returns the options with which a browser uses a credential, with user verification (WebAuthn
   * §5.5).
   */
  authenticationOptions(
    party: RelyingParty,
    request: AuthenticationRequest,
  ): Promise<CeremonyOptions>;

  /**
   * Decodes the client data of a response, so that its challenge can be looked up. Nothing of it is
   * verified yet.
   *
   * @param clientDataJSON Base64url, as in the response.
   * @returns Null when it is not the JSON that WebAuthn §5.8.1 describes.
   */
  readClientData(clientDataJSON: string): ClientData | null;

  /**
   * Verifies a registration (WebAuthn §7.1). The key must be of one of the offered algorithms. User
   * presence and user verification are required, unless the browser was allowed to make the
   * credential without asking its user.
   *
   * @param challenge The challenge that was stored for this ceremony, base64url.
   * @param mediation `conditional` when the browser was allowed that; default: it was not.
   */
  verifyRegistration(
    party: RelyingParty,
    challenge: string,
    response: RegistrationResponse,
    mediation?: "conditional" | null,
  ): Promise<CeremonyVerdict<NewCredential>>;

  /**
   * Verifies an authentication against a stored credential (WebAuthn §7.2).
   *
   * @param challenge The challenge that was stored for this ceremony, base64url.
   */
  verifyAuthentication(
    party: RelyingParty,
    challenge: string,
    answer: AuthenticationAnswer,
  ): Promise<CeremonyVerdict<Assertion>>;

  /**
   * Returns what the maker of an authenticator calls the model; null when it is not known.
   *
   * @param aaguid The model's id, as in `NewCredential`.
   */
  authenticatorName(aaguid: string): string | null;
}

/** The part of a stored passkey that an assertion is verified against. */
export interface VerifiableCredential {
  /** Base64url. The response must name the same. */
  readonly credentialId: string;
  /** A COSE key (RFC 9052 §7), base64url. */
  readonly publicKey: string;
}

/** An assertion, and what it is verified against. */
export interface AuthenticationAnswer {
  readonly response: AuthenticationResponse;
  readonly passkey: VerifiableCredential;
  /**
   * Whether an assertion without user verification is refused (`required`) or accepted
   * (`preferred`) (WebAuthn §5.8.6).
   */
  readonly userVerification: "required" | "preferred";
}
