import type { AppBrand, Links } from "@acme/auth-core";

/**
 * Where the service and its front end live. The surface takes everything it says about itself from
 * here, never from a request. Made by `createSite`.
 */
export interface Site {
  /** Origin of the service, for example `https://api.example.com`. */
  readonly serviceOrigin: string;
  /** URL of the front end. Redirect targets are resolved against it. */
  readonly appUrl: string;
  /** Where people go after signing in, when nothing else was asked for. */
  readonly homeUrl: string;
  /**
   * The path below which the service has pages of its own, without a slash at its end: empty for
   * the root. Null: it has none.
   */
  readonly pages: string | null;
  /**
   * Whether the service speaks https. Decides cookie names, the cookie attribute `Secure` and HSTS.
   */
  readonly secure: boolean;
  /** Whether HSTS also covers the subdomains of the service's host. */
  readonly hstsIncludeSubdomains: boolean;
  /** Origins whose pages may call the service, in the form in which browsers send `Origin`. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** The URLs that mails carry; pass them to `createAuth({ links })`. */
  readonly links: Links;
}

/** The site as routes see it: with the name and brand of the application, which its pages carry. */
export interface NamedSite extends Site {
  /** The name of the application, as people read it. */
  readonly appName: string;
  /** How its pages look. */
  readonly brand: AppBrand;
}
