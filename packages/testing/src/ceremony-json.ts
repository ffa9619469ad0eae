/**
 * `PublicKeyCredentialCreationOptionsJSON` of WebAuthn §5.1, as far as the software authenticator
 * reads it. Binary values are base64url.
 */
export interface CreationOptionsJSON {
  readonly rp: { readonly id?: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly excludeCredentials?: readonly CredentialDescriptorJSON[];
  readonly authenticatorSelection?: { readonly userVerification?: string };
}

/** `PublicKeyCredentialRequestOptionsJSON`, likewise. */
export interface RequestOptionsJSON {
  readonly challenge: string;
  readonly rpId?: string;
  readonly allowCredentials?: readonly CredentialDescriptorJSON[];
  readonly userVerification?: string;
}

export interface CredentialDescriptorJSON {
  readonly id: string;
  readonly type: string;
}

/** What `PublicKeyCredential.toJSON()` gives after `navigator.credentials.create()`. */
export interface RegistrationResponseJSON {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly authenticatorAttachment: "platform" | "cross-platform";
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly authenticatorData: string;
    readonly transports: readonly string[];
    readonly publicKey: string;
    readonly publicKeyAlgorithm: number;
  };
}

/** What it gives after `navigator.credentials.get()`. */
export interface AuthenticationResponseJSON {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly authenticatorAttachment: "platform" | "cross-platform";
  readonly clientExtensionResults: Readonly<Record<string, unknown>>;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}
