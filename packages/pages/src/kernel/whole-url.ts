import type { Site } from "@acme/auth-http";
import type { Href } from "../href.js";

/** Returns the URL of a page with its origin: what mails and providers come back to. */
export const wholeUrl = ({ url }: Href, { serviceOrigin }: Pick<Site, "serviceOrigin">): string =>
  new URL(url, serviceOrigin).href;
