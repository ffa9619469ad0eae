/** WebAuthn §5.8.4. Hints for the browser, told by the authenticator and never trusted. */
export type AuthenticatorTransport =
  "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";

/** Whether a credential may be backed up to other devices: its backup eligibility, which never changes (WebAuthn §6.1.3). */
export type DeviceType = "singleDevice" | "multiDevice";

/** What the authenticator's owner is told the passkey is for. */
export interface RelyingParty {
  /** A host name: the scope that passkeys belong to. */
  readonly id: string;
  readonly name: string;
  /** Where ceremonies may take place, exactly: scheme, host and port. */
  readonly origins: readonly string[];
}

/** A credential that the browser may, or must not, use. */
export interface CredentialHint {
  readonly credentialId: string;
  readonly transports: readonly AuthenticatorTransport[];
}

/** What a browser is asked to make a passkey for. The challenge is base64url. */
export interface RegistrationRequest {
  readonly challenge: string;
  /** 64 random bytes, base64url (WebAuthn §14.6.1). */
  readonly userHandle: string;
  /** How the authenticator tells the user's accounts apart, and what it shows. */
  readonly userName: string;
  readonly userDisplayName: string;
  readonly exclude: readonly CredentialHint[];
  readonly attachment: "platform" | "cross-platform" | null;
  readonly timeoutMs: number;
}

/** Which passkeys a browser is asked to prove. The challenge is base64url. */
export interface AuthenticationRequest {
  readonly challenge: string;
  /** Empty: any passkey the authenticator holds for us. */
  readonly allow: readonly CredentialHint[];
  readonly timeoutMs: number;
}

/** `RegistrationResponseJSON` of WebAuthn §5.1; only its shape is checked. Binary values are base64url. */
export interface RegistrationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
}

/** `AuthenticationResponseJSON` of WebAuthn §5.1; only its shape is checked. Binary values are base64url. */
export interface AuthenticationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string | null;
  };
}

/** What the browser signed about the ceremony (WebAuthn §5.8.1). */
export interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  readonly crossOrigin: boolean;
  readonly topOrigin: string | null;
}

/** A new credential, from what the authenticator signed and never from what the client says beside it. */
export interface NewCredential {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly algorithm: number;
  readonly counter: number;
  readonly transports: readonly AuthenticatorTransport[];
  readonly deviceType: DeviceType;
  readonly backedUp: boolean;
  readonly aaguid: string;
}

/** A verified use of a credential. The counter is as presented and not judged. */
export interface Assertion {
  readonly counter: number;
  readonly deviceType: DeviceType;
  readonly backedUp: boolean;
}

/** `reason` is for the operator's log and never reaches a client: it may hold parts of the ceremony. */
export type CeremonyVerdict<Proven> =
  | { readonly verified: true; readonly proven: Proven }
  | { readonly verified: false; readonly reason: string };

/** Options as `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`, for the browser alone. */
export type CeremonyOptions = Readonly<Record<string, unknown>>;

/**
 * The two ceremonies of WebAuthn Level 3. The implementation verifies what the specification's §7.1 and §7.2 say of bytes: encodings, hashes, flags, keys
 * and signatures. User verification and presence are required at registration. None of its methods throws for anything a client can send.
 */
export interface WebAuthn {
  /** Returns the options for `navigator.credentials.create()` in the browser. Stores nothing. */
  registrationOptions(party: RelyingParty, request: RegistrationRequest): Promise<CeremonyOptions>;
  /** Returns the options for `navigator.credentials.get()` in the browser. Stores nothing. */
  authenticationOptions(
    party: RelyingParty,
    request: AuthenticationRequest,
  ): Promise<CeremonyOptions>;
  /** What the browser says it was asked; null when that cannot be read. Nothing of it is verified yet. */
  readClientData(clientDataJSON: string): ClientData | null;
  /**
   * Verifies a new credential (WebAuthn §7.1): the challenge, an origin and the id of `party`, and the signature.
   *
   * @param challenge The challenge that was issued, base64url.
   * @returns The credential; or `verified: false` with the reason, for anything that does not verify.
   */
  verifyRegistration(
    party: RelyingParty,
    challenge: string,
    response: RegistrationResponse,
  ): Promise<CeremonyVerdict<NewCredential>>;
  /**
   * Verifies the use of a stored passkey (WebAuthn §7.2). The caller judges the counter.
   *
   * @param challenge The challenge that was issued, base64url.
   * @returns What the assertion proves; or `verified: false` with the reason, for anything that does not verify.
   */
  verifyAuthentication(
    party: RelyingParty,
    challenge: string,
    answer: AuthenticationAnswer,
  ): Promise<CeremonyVerdict<Assertion>>;
  /** What the makers of authenticators call the model; null when it is not known. */
  authenticatorName(aaguid: string): string | null;
}

/** What of a stored passkey an assertion is verified against. */
export interface VerifiableCredential {
  readonly credentialId: string;
  /** A COSE key (RFC 9052 §7), base64url. */
  readonly publicKey: string;
}

/** An assertion to verify, with the stored passkey that it names. */
export interface AuthenticationAnswer {
  readonly response: AuthenticationResponse;
  readonly passkey: VerifiableCredential;
  readonly userVerification: "required" | "preferred";
}
