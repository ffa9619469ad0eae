import { isLoopback } from "./addresses.js";
import type { Draft, Finding } from "./findings.js";
import type { Settings } from "./variables.js";

/** Where users look after passkeys and passwords: what the documents below `/.well-known/` name. */
export type AccountPages = Pick<
  Settings,
  "passkeyEnrollUrl" | "passkeyManageUrl" | "changePasswordUrl"
>;

interface Row {
  readonly name: string;
  readonly setting: keyof AccountPages;
  /** The page of the pages. A test compares it with theirs. */
  readonly path: string;
}

export const ACCOUNT_PAGES = [
  {
    name: "PASSKEY_ENROLL_URL",
    setting: "passkeyEnrollUrl",
    path: "/account/security/passkeys/new",
  },
  { name: "PASSKEY_MANAGE_URL", setting: "passkeyManageUrl", path: "/account/security#passkeys" },
  { name: "CHANGE_PASSWORD_URL", setting: "changePasswordUrl", path: "/account/security/password" },
] as const satisfies readonly Row[];

/**
 * The pages that are configured, or with `PAGES=on` those of the pages. Passkeys and password managers
 * are for https and for this machine: of a service that others reach by http none is named.
 */
export function accountPagesOf(
  settings: AccountPages & Pick<Settings, "pages" | "serviceAuthUrl">,
): AccountPages {
  const { pages, serviceAuthUrl } = settings;
  const isNamed = serviceAuthUrl.startsWith("https:") || isLoopback(serviceAuthUrl);
  const ownPage = (path: string): string | null => (isNamed ? `${serviceAuthUrl}${path}` : null);
  const of = (at: (typeof ACCOUNT_PAGES)[number]): string | null =>
    pages === "on" ? ownPage(at.path) : settings[at.setting];
  const [enroll, manage, password] = ACCOUNT_PAGES;
  return {
    passkeyEnrollUrl: of(enroll),
    passkeyManageUrl: of(manage),
    changePasswordUrl: of(password),
  };
}

/** Returns what is wrong with the pages that are configured. */
export const accountPageFindings = (draft: Draft): readonly Finding[] =>
  ACCOUNT_PAGES.flatMap(({ name, setting, path }) => {
    const url = draft[setting];
    const { pages, serviceAuthUrl, nodeEnv } = draft;
    if (!url) return [];
    const problem = (text: string): readonly Finding[] => [{ severity: "problem", text }];
    if (pages === "on" && serviceAuthUrl && url !== `${serviceAuthUrl}${path}`)
      return problem(`${name} must be unset with PAGES=on: it is a page of the pages`);
    return nodeEnv === "production" && url.startsWith("http:")
      ? problem(`${name} must be https in production`)
      : [];
  });
