import type { Role } from "../../kernel/role.js";
import type { Catalogue, FactTexts } from "../language/catalogue.js";
import type { Words } from "../language/words.js";
import type { Device } from "./device.js";
import type { Actor, Occurrence } from "./mails.js";
import { nameInMail } from "./name-in-mail.js";

/** One thing that a mail says about what was done: a label, and what stands behind it. */
export type Fact = readonly [label: string, value: string];

/** How facts are said. */
export interface FactWords {
  readonly catalogue: Pick<Catalogue, "facts">;
  readonly words: Words;
  readonly providerName: (id: string) => string;
}

/** What the data of a mail may say of what was done. */
interface Known {
  readonly passkey?: { readonly name: string };
  readonly provider?: string;
  readonly organization?: string | null;
  readonly role?: Role;
  readonly deed?: Occurrence;
  /** Only an invitation has one; its text names the organization. */
  readonly inviter?: object;
}

/**
 * Returns what a mail says of what was done, when, from where and by whom. Empty where nothing is
 * known, as in mails of the first release.
 */
export function factsOf(
  data: object,
  { catalogue: { facts }, words, providerName }: FactWords,
): readonly Fact[] {
  const { passkey, provider, organization, role, deed: occurrence, inviter }: Known = data;
  return [
    fact(facts.passkey, passkey && nameInMail(passkey.name)),
    fact(facts.provider, provider && nameInMail(providerName(provider))),
    fact(facts.organization, inviter ? null : organization && nameInMail(organization)),
    fact(facts.role, role && facts.roles[role]),
    ...(occurrence ? occurrenceFacts(occurrence, facts, words) : []),
  ].filter((each) => each !== null);
}

const occurrenceFacts = (
  { at, by, from }: Occurrence,
  facts: FactTexts,
  words: Words,
): readonly (Fact | null)[] => [
  [facts.when, words.instant(at)],
  from && [facts.device, deviceInWords(from.device, facts)],
  from && [facts.network, from.ipAddress ?? facts.unknown],
  fact(facts.by, by && actorInWords(by, facts)),
];

const fact = (label: string, value: string | null | undefined): Fact | null =>
  value ? [label, value] : null;

function deviceInWords(device: Device | null, { browserOn, unknown }: FactTexts): string {
  if (device === null) return unknown;
  const { browser, system } = device;
  return browser && system ? browserOn(browser, system) : (browser ?? system ?? unknown);
}

const actorInWords = (by: Actor, { actors }: FactTexts): string =>
  typeof by === "string" ? actors[by] : [nameInMail(by.name), `(${by.email})`].join(" ").trim();
