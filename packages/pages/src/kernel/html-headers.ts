import type { NamedSite } from "@acme/auth-http";

/** What the headers of every page depend on. */
export interface PageSources {
  /** The hash of the inline stylesheet: `sha256-…`. */
  readonly styleHash: string;
  /** The origins that the logo is loaded from. */
  readonly imageOrigins: readonly string[];
}

/**
 * The headers of an HTML page. It loads what is its own and the logo, runs its own module, sends
 * its forms to us or to an allowed origin, and cannot be framed.
 */
export function htmlHeaders(
  { allowedOrigins }: Pick<NamedSite, "allowedOrigins">,
  { styleHash, imageOrigins }: PageSources,
): readonly string[] {
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", `'${styleHash}'`],
    "img-src": ["'self'", ...imageOrigins],
    "connect-src": ["'self'"],
    "form-action": ["'self'", ...allowedOrigins],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["'none'"],
  };
  return [
    "Content-Type",
    "text/html; charset=utf-8",
    "Content-Security-Policy",
    Object.entries(policy)
      .map(([directive, values]) => [directive, ...values].join(" "))
      .join("; "),
  ];
}
