import { POLICY } from "@acme/auth-core";
import { isPlainText } from "@acme/auth-core/surface";

const MAX_LENGTH = POLICY.urlLength.value;

/**
 * A URL that may be an endpoint, in its canonical form; or what is wrong with it, as a sentence for
 * people.
 */
export type EndpointUrl = { readonly href: string } | { readonly fault: string };

/**
 * Reads the URL of an endpoint: https, on port 443, without user and password.
 * @param allowsNetworks The operator allows networks of its own. There, http and any port may be
 * used; the sender checks that the IP address is in one of them.
 */
export function readEndpointUrl(text: string, allowsNetworks: boolean): EndpointUrl {
  if (Array.from(text).length > MAX_LENGTH)
    return { fault: `A URL has at most ${MAX_LENGTH} characters.` };
  const url = isPlainText(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return { fault: "An endpoint is an https URL." };
  if (url.username !== "" || url.password !== "")
    return { fault: "The URL of an endpoint has no user and password." };
  if (url.hash !== "") return { fault: "The URL of an endpoint has no fragment." };
  const isStandard = url.protocol === "https:" && url.port === "";
  if (!isStandard && !allowsNetworks)
    return {
      fault: "An endpoint is an https URL on port 443. Allow a network of your own for any other.",
    };
  return { href: url.href };
}

/** Returns the host of an endpoint's URL, for the log: the path may be a secret. */
export const hostOf = (url: string): string => new URL(url).hostname;
