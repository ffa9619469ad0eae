import type { OutgoingMail } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import type { Reply } from "./agent.js";
import { spellingsOfCode, spellingsOfTotp } from "./factor-spellings.js";

const SECRET_FIELDS = ["password", "newPassword", "currentPassword", "otp", "code"];
const SHORTEST_PASSWORD = 8;

/**
 * Gathers every secret that passes through a service under test, and everything it says where no
 * secret may be.
 */
export function watchSecrets() {
  const secrets = new Set<string>();
  const codes = new Set<string>();
  const answers: string[] = [];

  return {
    sent(body: unknown): void {
      if (typeof body !== "object" || body === null) return;
      for (const [field, value] of Object.entries(body)) {
        if (!SECRET_FIELDS.includes(field) || typeof value !== "string") continue;
        if (/^\d{6}$/.test(value)) codes.add(value);
        else if (value.length >= SHORTEST_PASSWORD) secrets.add(value);
      }
    },
    answered({ setCookies, headers, text, body }: Reply): void {
      for (const cookie of setCookies) {
        const [, token] =
          /^(?:__Host-)?(?:session|known-browser|pending-sign-in)=([\w-]{43});/.exec(cookie) ?? [];
        if (token) secrets.add(token);
      }
      // Pages and redirects of mailed links carry their token on; nothing else does.
      if (!String(headers["content-type"]).startsWith("application/json")) return;
      const shown = factorsShownIn(body);
      for (const secret of shown) secrets.add(secret);
      // What sets up a second factor is shown once, by the answer that made it.
      if (shown.length === 0) answers.push(text);
    },
    mailed({ to, text }: OutgoingMail): void {
      // The footer names the recipient, whose email address may be as long as a token.
      for (const [token] of text.replaceAll(to, "").matchAll(/[\w-]{40,}(?:\.[\w-]+){0,2}/g))
        secrets.add(token);
      for (const [code] of text.matchAll(/^\d{6}$/gm)) codes.add(code);
    },
    /** Every secret that stands in `logs`, in a JSON answer or among the values of the database. */
    betrayed(logs: readonly object[], values: readonly string[]): readonly string[] {
      const said = [...answers, ...logs.map((line) => JSON.stringify(line)), ...values].join("\n");
      const words = new Set(said.split(/[^0-9A-Za-z]+/));
      return [
        ...[...secrets].filter((secret) => said.includes(secret)),
        ...[...codes].filter((code) => words.has(code)),
      ];
    },
  };
}

/** The authenticator app and the recovery codes that an answer shows, in all spellings. */
function factorsShownIn(body: unknown): readonly string[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  if (!("totpURI" in body || "backupCodes" in body)) return [];
  const shape = { "totpURI?": "string", "backupCodes?": ["string"] } as const;
  const { totpURI, backupCodes = [] } = readJson(body, shape);
  return [
    ...(totpURI === undefined ? [] : spellingsOfTotp(totpURI)),
    ...backupCodes.flatMap(spellingsOfCode),
  ];
}
