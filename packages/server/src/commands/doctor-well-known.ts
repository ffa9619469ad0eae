import type { Config } from "../config/config.js";
import { type Diagnosis, ok, problem, reasonOf } from "./diagnosis.js";

const CHECK = "well-known";
const TIMEOUT_MS = 10_000;
const DIRECTORY = "/.well-known/";
/**
 * What no host answers, by the document about `change-password`: a host that does cannot be asked
 * what it has.
 */
const NONSENSE = "resource-that-should-not-exist-whose-status-code-should-not-be-200";
const FORWARD = `Let what serves this host forward ${DIRECTORY} to the service, without a redirect.`;

/** A document, where it has to be found, and what has to be wrong with an answer to be told. */
interface Expected {
  readonly at: string;
  readonly name: string;
  readonly faultOf: (response: Response) => Promise<string | null>;
}

type Asked = Pick<
  Config,
  | "appUrl"
  | "rpId"
  | "relatedOrigins"
  | "passkeyEnrollUrl"
  | "passkeyManageUrl"
  | "changePasswordUrl"
>;

/**
 * Asks the public hosts for the configured documents, as browsers and password managers do: those of
 * passkeys on the host of the relying party, and the other on that of the front end.
 */
export async function checkWellKnown(config: Asked): Promise<readonly Diagnosis[]> {
  const documents = expectedOf(config);
  const hosts = new Set(documents.map(({ at }) => at));
  const nonsense = [...hosts].map((at) => ({ at, name: NONSENSE, faultOf: faultOfNonsense }));
  return Promise.all([...documents, ...nonsense].map(diagnose));
}

/**
 * Asks a running deployment, whose configuration is not known, for the documents: each is as browsers
 * take it, or is not there.
 */
export async function checkDocumentsAt({ origin: at }: URL): Promise<readonly Diagnosis[]> {
  const unlessMissing =
    (faultOf: Expected["faultOf"]): Expected["faultOf"] =>
    async (response) =>
      response.status === 404 ? null : faultOf(response);
  const json = unlessMissing((response) => faultOfJson(response, () => null));
  const found = await Promise.all(
    [
      { at, name: "webauthn", faultOf: json },
      { at, name: "passkey-endpoints", faultOf: json },
      { at, name: "change-password", faultOf: unlessMissing(async (reply) => faultOfWay(reply)) },
      { at, name: NONSENSE, faultOf: faultOfNonsense },
    ].map(diagnose),
  );
  const faults = found.filter(({ status }) => status !== "ok");
  return faults.length > 0 ? faults : [ok(CHECK, "the documents are as browsers take them")];
}

function expectedOf({
  appUrl,
  rpId,
  relatedOrigins,
  passkeyEnrollUrl: enroll,
  passkeyManageUrl: manage,
  changePasswordUrl,
}: Asked): readonly Expected[] {
  const frontEnd = new URL(appUrl);
  const relyingParty = frontEnd.hostname === rpId ? frontEnd.origin : `https://${rpId}`;
  const passkeys = (name: string, faultIn: (body: object) => string | null): Expected => ({
    at: relyingParty,
    name,
    faultOf: (response) => faultOfJson(response, faultIn),
  });
  return [
    ...(relatedOrigins?.length
      ? [passkeys("webauthn", (body) => faultOfOrigins(body, [frontEnd.origin, ...relatedOrigins]))]
      : []),
    ...(enroll || manage
      ? [passkeys("passkey-endpoints", (body) => faultOfEndpoints(body, { enroll, manage }))]
      : []),
    ...(changePasswordUrl
      ? [
          {
            at: frontEnd.origin,
            name: "change-password",
            faultOf: async (response: Response) => faultOfRedirect(response, changePasswordUrl),
          },
        ]
      : []),
  ];
}

async function diagnose({ at, name, faultOf }: Expected): Promise<Diagnosis> {
  const url = `${at}${DIRECTORY}${name}`;
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const fault = await faultOf(response);
    return fault === null
      ? ok(
          CHECK,
          `${url} ${name === NONSENSE ? "is not there, as it must be" : "answers what is configured"}`,
        )
      : problem(CHECK, `${url} ${fault}`, FORWARD);
  } catch (thrown) {
    return problem(CHECK, `${url} cannot be asked: ${reasonOf(thrown)}`, FORWARD);
  }
}

async function faultOfJson(
  response: Response,
  faultIn: (body: object) => string | null,
): Promise<string | null> {
  if (response.status !== 200) return `answers ${response.status}, and not 200`;
  const media = response.headers.get("content-type") ?? "no type";
  if (!/^application\/json(?:;|$)/i.test(media)) return `is ${media}, and not application/json`;
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" && body !== null ? faultIn(body) : "is no JSON object";
}

function faultOfOrigins(body: object, expected: readonly string[]): string | null {
  const listed: unknown = "origins" in body ? body.origins : null;
  const missing = expected.filter((origin) => !Array.isArray(listed) || !listed.includes(origin));
  return missing.length > 0 ? `does not list ${missing.join(", ")}` : null;
}

const faultOfEndpoints = (
  body: object,
  expected: Readonly<Record<string, string | null>>,
): string | null => {
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const wrong = Object.entries(expected).filter(([name, url]) => url && fields[name] !== url);
  return wrong.length > 0 ? `has another ${wrong.map(([name]) => name).join(" and ")}` : null;
};

/** The only document that is a redirect. */
const faultOfWay = ({ status, headers }: Response): string | null =>
  status >= 300 && status < 400 && headers.has("location")
    ? null
    : `answers ${status}, and leads nowhere`;

const faultOfRedirect = (response: Response, to: string): string | null =>
  faultOfWay(response) ??
  (response.headers.get("location") === to ? null : "leads elsewhere than CHANGE_PASSWORD_URL");

const faultOfNonsense: Expected["faultOf"] = async ({
  status,
}: Response): Promise<string | null> =>
  status === 404 ? null : `answers ${status}, and not 404: password managers take it for broken`;
