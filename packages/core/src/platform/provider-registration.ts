import { Secret } from "../kernel/secret.js";
import { BACK_CHANNEL_TIMEOUT_MS, type BackChannel, createBackChannel } from "./back-channel.js";

/**
 * Returns the client secret for the next call to the provider, for one that is made anew every now
 * and then, such as `appleClientSecret` does.
 */
export type ClientSecretSource = (clientId: string) => Promise<Secret>;

/** What every provider is configured with. */
export interface ProviderOptions {
  /**
   * Names the provider in paths and in linked accounts: 1 to 32 of `a-z`, `0-9` and `-`. It must
   * never change.
   */
  readonly id: string;
  /** Shown to people on the sign-in page. */
  readonly name: string;
  /** The client id under which this application is registered with the provider. */
  readonly clientId: string;
  /** The client secret that the provider issued, or what makes it. */
  readonly clientSecret: Secret | string | ClientSecretSource;
  /**
   * Whether the authorization request is bound to its code by PKCE S256 (RFC 7636). Turn it off
   * only for a provider whose documents do not know it. Default: true.
   */
  readonly pkce?: boolean;
  /**
   * Further parameters of the authorization request, which the provider asks for. They replace none
   * of the protocol. Default: none.
   */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** How long one call to the provider may take, in milliseconds: 1 to 10,000. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** This application as one provider knows it, and the channel to that provider. */
export interface Registration {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: () => Promise<Secret>;
  readonly pkce: boolean;
  readonly authorizationParameters: Readonly<Record<string, string>>;
  readonly call: BackChannel;
}

/** @throws {RangeError} For options that cannot work. */
export function registerProvider({
  id,
  name,
  clientId,
  clientSecret,
  pkce = true,
  authorizationParameters = {},
  timeoutMs = BACK_CHANNEL_TIMEOUT_MS,
}: ProviderOptions): Registration {
  const secret = typeof clientSecret === "string" ? new Secret(clientSecret) : clientSecret;
  if (!/^[a-z0-9-]{1,32}$/.test(id)) throw new RangeError("id: 1 to 32 of a-z, 0-9 and -");
  if (name.trim() === "") throw new RangeError(`${id}: name is empty`);
  if (clientId === "" || isMissing(secret))
    throw new RangeError(`${id}: clientId and clientSecret are needed`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > BACK_CHANNEL_TIMEOUT_MS) {
    throw new RangeError(
      `${id}: timeoutMs must be a whole number of milliseconds from 1 to ${BACK_CHANNEL_TIMEOUT_MS}`,
    );
  }
  const call = createBackChannel(timeoutMs);
  const reveal = sourceOf(secret);
  return {
    id,
    name,
    clientId,
    clientSecret: () => reveal(clientId),
    pkce,
    authorizationParameters,
    call,
  };
}

const isMissing = (secret: Secret | ClientSecretSource): boolean =>
  secret instanceof Secret && secret.reveal() === "";

const sourceOf = (secret: Secret | ClientSecretSource): ClientSecretSource =>
  typeof secret === "function" ? secret : () => Promise.resolve(secret);
