import { carrierErrors, faultsOfAuthenticator, sharedPrefixes } from "./arrange-authenticators.js";
import type { MailPart } from "./background/mail/mail-part.js";
import type { AnyFeature, AnyGate, ExportPart } from "./feature.js";
import type { ApplicationError } from "./kernel/errors.js";
import { POLICY, type PolicyEntry } from "./kernel/policy.js";
import type { PermissionMap } from "./organizations/access-control/permissions.js";
import type { OpenedAuthenticator } from "./store/authenticator.js";
import type { Contributor } from "./store/contributor.js";
import type { SignInMethodTable } from "./store/env.js";
import type { Hearer } from "./store/hearer.js";
import { OWNERSHIP, type Ownership, STORED_SECTIONS } from "./store/ownership.js";
import type { OpenedGate } from "./store/sign-in-gate.js";
import { SIGN_IN_METHODS } from "./store/sign-in-methods.js";
import type { Store } from "./store/store.js";
import type { Subscriber } from "./store/subscriber.js";

/** What base and features say together, each table joined once. */
export interface Arranged {
  readonly features: readonly AnyFeature[];
  readonly limits: Readonly<Record<string, PolicyEntry>>;
  readonly errors: readonly ApplicationError[];
  readonly permissions: PermissionMap;
  readonly mails: readonly MailPart[];
  readonly subscribers: readonly Subscriber[];
  readonly contributors: readonly Contributor[];
  readonly signInMethods: SignInMethodTable;
  readonly ownership: readonly Omit<Ownership, "exported">[];
  /** What hears every event. Filled by `openFeatures`, which needs the environment that has them. */
  readonly hearers: Hearer[];
  /** What asks before a session is opened, in the order of the features. Filled likewise. */
  readonly gates: OpenedGate[];
  /** What finds callers by tokens, in the order of the features. Filled likewise. */
  readonly authenticators: OpenedAuthenticator[];
}

/**
 * Joins the tables of base and features.
 * @throws {RangeError} Names everything at once: a name that is malformed or given twice, and a
 * feature whose tables the store does not have.
 */
export function arrangeFeatures(features: readonly AnyFeature[], store: Store): Arranged {
  const faults = [
    ...features.flatMap((feature) => faultsOf(feature, store)),
    ...repeated(features),
    ...sharedPrefixes(features),
  ];
  if (faults.length > 0) throw new RangeError(`features: ${faults.join("; ")}`);
  return {
    features,
    limits: joined(features, ({ limits }) => limits),
    errors: [
      ...carrierErrors(features),
      ...features.flatMap(({ errors = {} }) => Object.values(errors)),
    ],
    permissions: joined(features, ({ permissions }) => permissions),
    mails: features.flatMap(({ mails = [] }) => mails),
    subscribers: features.flatMap(({ subscribers = [] }) => subscribers),
    contributors: features.flatMap(({ contributors = [], exported = [] }) => [
      ...contributors,
      ...exported.map((part) => contributorOf(part, store)),
    ]),
    signInMethods: { ...SIGN_IN_METHODS, ...joined(features, ({ signIn }) => signIn?.methods) },
    ownership: [
      ...Object.values(OWNERSHIP),
      ...features.flatMap(({ ownership }) => Object.values(ownership)),
    ],
    hearers: [],
    gates: [],
    authenticators: [],
  };
}

const joined = <T>(
  features: readonly AnyFeature[],
  tableOf: (feature: AnyFeature) => Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> =>
  Object.fromEntries(features.flatMap((feature) => Object.entries(tableOf(feature) ?? {})));

/** The rows of the feature's own stores end with their user, by `OWNERSHIP`. */
const contributorOf = (part: ExportPart<object>, store: Store): Contributor => ({
  section: part.section,
  export: (userId) => part.rows(store, userId),
  eraseWithin: () => Promise.resolve(),
  eraseAfter: null,
});

/** An application may be written without types. */
type Unchecked = Omit<AnyFeature, "ownership"> & Partial<Pick<AnyFeature, "ownership">>;

const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Returns what is wrong with the names of one feature, and with what it needs. */
function faultsOf(
  { name, mails = [], exported = [], contributors = [], ownership, errors, signIn }: Unchecked,
  store: Store,
): readonly string[] {
  if (!NAME.test(name)) return [`${name} is not of letters and digits`];
  if (!ownership) return [`${name} has no ownership: make it with defineFeature`];
  const begins = (part: string) => part.startsWith(`${name}/`);
  const sections = [...exported, ...contributors].map(({ section }) => section);
  const missing = Object.keys(ownership).filter((key) => Reflect.get(store, key) === undefined);
  return [
    ...mails
      .filter((mail) => !begins(mail.name))
      .map((mail) => `the mail ${mail.name} does not begin with ${name}/`),
    ...sections
      .filter((section) => !NAME.test(section) || STORED_SECTIONS.some((own) => own === section))
      .map((section) => `${section} cannot be the name of a section`),
    ...(signIn?.gate ? faultsOfGate(name, signIn.gate, errors) : []),
    ...(signIn?.authenticators ?? []).flatMap((one) => faultsOfAuthenticator(name, one, errors)),
    ...(missing.length > 0
      ? [`${name} needs the stores ${missing.join(", ")}: open the store with its tables`]
      : []),
  ];
}

const COOKIE = /^[a-z]+(-[a-z]+)*$/;

function faultsOfGate(
  name: string,
  { refuses, cookie }: AnyGate,
  errors: AnyFeature["errors"] = {},
): readonly string[] {
  const own = new Set(Object.values(errors).map(({ code }) => code));
  return [
    ...refuses
      .filter(({ code }) => !own.has(code))
      .map(({ code }) => `the gate of ${name} refuses with ${code}, which is none of its errors`),
    ...(cookie !== undefined && !COOKIE.test(cookie)
      ? [`${cookie} cannot be the name of a cookie`]
      : []),
  ];
}

const byCode = (errors: readonly ApplicationError[]): object =>
  Object.fromEntries(errors.map((error) => [error.code, error]));

/** Returns the names that two features have, or a feature and the base. */
function repeated(features: readonly AnyFeature[]): readonly string[] {
  const names = (
    kind: string,
    base: object,
    namesOf: (feature: AnyFeature) => readonly string[],
  ) => {
    const all = [...Object.keys(base), ...features.flatMap(namesOf)];
    const twice = new Set(all.filter((name, index) => all.indexOf(name) !== index));
    return [...twice].map((name) => `${kind} ${name} is given twice`);
  };
  const keys = (table: object | undefined) => Object.keys(table ?? {});
  return [
    ...names("the feature", {}, ({ name }) => [name]),
    ...names("the store", OWNERSHIP, ({ ownership }) => keys(ownership)),
    ...names("the limit", POLICY, ({ limits }) => keys(limits)),
    ...names("the error", byCode(carrierErrors(features)), ({ errors }) =>
      Object.values(errors ?? {}).map(({ code }) => code),
    ),
    ...names("the event", {}, ({ events }) => Object.values(events ?? {}).map((one) => one.name)),
    ...names("the permission", {}, ({ permissions }) => keys(permissions)),
    ...names("the mail", {}, ({ mails = [] }) => mails.map((mail) => mail.name)),
    ...names("the sign-in method", SIGN_IN_METHODS, ({ signIn }) => keys(signIn?.methods)),
    ...names("the cookie", {}, ({ signIn }) => [signIn?.gate?.cookie ?? []].flat()),
    ...names("the section", {}, ({ exported = [], contributors = [] }) =>
      [...exported, ...contributors].map(({ section }) => section),
    ),
  ];
}
