import type { Links } from "@acme/auth-core";

const at = (path: string, parameters: Readonly<Record<string, string | null>> = {}): string => {
  const url = new URL(path, "https://api.example.com");
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
};

/**
 * Links of a service at `https://api.example.com`, whose front end is at `https://app.example.com`.
 */
export const fixedLinks: Links = {
  service: "https://api.example.com",
  host: "api.example.com",
  home: "https://app.example.com/",
  page: (page, item) => {
    const url = new URL(page, "https://app.example.com");
    if (item !== null) url.searchParams.set("item", item);
    return url.href;
  },
  verifyEmail: (token) => at("/verify", { token }),
  resetPassword: (token, redirectTo) => at("/reset", { token, redirectTo }),
  confirmEmailChange: (token) => at("/change", { token }),
  magicLink: (token, { callback }) => at("/magic", { token, callback }),
  exportDownload: (requestId, token) => at(`/exports/${requestId}`, { token }),
  invitation: (token) => at("/invitation", { token }),
  oauthCallback: (providerId) => at(`/callback/${providerId}`),
};
