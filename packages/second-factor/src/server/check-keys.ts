import type { Keys, SecretUse } from "@acme/auth-core";

/** What a server makes of a check. */
export interface Findings<Finding> {
  /** Nothing to do. */
  readonly ok: (check: string, text: string) => Finding;
  /** A fault, with what to do. */
  readonly problem: (check: string, text: string, advice: string) => Finding;
}

/** What a server gives to the checks of its doctor. */
export interface Examined<Finding> {
  readonly auth: { readonly keys: Keys };
  readonly findings: Findings<Finding>;
}

const CHECK = "authenticator apps";
/** The kind of their secrets, by which keys are counted. */
const KIND = "secondFactor/totp";

/** Looks whether each secret of an authenticator app can be opened, and with the newest key. */
export async function checkKeys<Finding>({
  auth,
  findings: { ok, problem },
}: Examined<Finding>): Promise<readonly Finding[]> {
  const keys = await auth.keys.list();
  const [lost, older] = [rowsOf(keys, "missing"), rowsOf(keys, "previous")];
  const readable =
    older === 0
      ? ok(
          CHECK,
          `${lost === 0 ? "every secret is" : "the others are"} sealed under SERVICE_AUTH_SECRET`,
        )
      : ok(
          CHECK,
          `sealed under a previous secret of the service: ${older}; before it is removed: auth-server keys reseal`,
        );
  if (lost === 0) return [readable];
  return [
    problem(
      CHECK,
      `sealed under a secret of the service that is not configured: ${lost}; their users cannot use them`,
      "Put that secret back into SERVICE_AUTH_PREVIOUS_SECRETS, then: auth-server keys reseal",
    ),
    readable,
  ];
}

const rowsOf = (keys: readonly SecretUse[], wanted: SecretUse["standing"]): number =>
  keys
    .filter(({ standing }) => standing === wanted)
    .flatMap(({ uses }) => uses)
    .filter(({ kind }) => kind === KIND)
    .reduce((sum, { rows }) => sum + rows, 0);
