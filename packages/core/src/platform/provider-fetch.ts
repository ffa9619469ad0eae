import { type Exchange, requestOptions } from "./code-exchange.js";

/**
 * Sends a GET request with the user's access token to a host of the provider. `url` may be relative
 * to the userinfo endpoint. Time, size and redirects are bounded as for every call to a provider:
 * beyond the bounds it rejects, and the sign-in ends with `provider_unavailable`. It rejects
 * without sending anything for a host that is not the provider's.
 */
export type ProviderFetch = (url: string) => Promise<Response>;

/** What a `ProviderFetch` is bound to. */
interface Binding {
  readonly accessToken: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Relative URLs begin here. */
  readonly base: URL;
  /** The endpoints whose origins receive the token; there are no others. */
  readonly endpoints: readonly URL[];
}

export function bindFetch(
  exchange: Exchange,
  { accessToken, headers: own, base, endpoints }: Binding,
): ProviderFetch {
  const headers = new Headers({ ...own, accept: "application/json" });
  return async (text) => {
    const url = new URL(text, base);
    // The text may hold what the provider sent, and this message is logged.
    if (!endpoints.some(({ origin }) => origin === url.origin))
      throw new RangeError("readProfile asked for a host that is not the provider's");
    return exchange.library.protectedResourceRequest(
      accessToken,
      "GET",
      url,
      headers,
      null,
      requestOptions(exchange),
    );
  };
}
