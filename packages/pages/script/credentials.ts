/** Options as the service writes them: binary values are base64url. */
export interface OptionsJSON {
  readonly challenge: string;
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly allowCredentials?: readonly { readonly id: string }[];
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

const base64urlOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const withBytes = (list: OptionsJSON["excludeCredentials"] = []) =>
  list.map((each) => ({ ...each, id: bytesOf(each.id) }));

/**
 * Options as the browser takes them. Read and written by hand: some password managers answer in
 * place of the browser, and theirs fail in `toJSON`.
 */
export function readOptions(options: OptionsJSON): object {
  const { challenge, user, excludeCredentials, allowCredentials, ...rest } = options;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    ...(excludeCredentials && { excludeCredentials: withBytes(excludeCredentials) }),
    ...(allowCredentials && { allowCredentials: withBytes(allowCredentials) }),
  };
}

const PARTS = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
] as const;

/** A credential as the service takes it. */
export function writeCredential(credential: PublicKeyCredential): string {
  const { response } = credential;
  const parts = PARTS.flatMap((name) => {
    const part: unknown = Reflect.get(response, name);
    return part instanceof ArrayBuffer ? [[name, base64urlOf(part)] as const] : [];
  });
  const transports =
    "getTransports" in response
      ? (response as AuthenticatorAttestationResponse).getTransports()
      : null;
  return JSON.stringify({
    id: credential.id,
    rawId: base64urlOf(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { ...Object.fromEntries(parts), ...(transports && { transports }) },
  });
}
