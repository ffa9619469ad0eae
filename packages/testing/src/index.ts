export { asChecked, asProven, type Plain, type PlainValue } from "./as-checked.js";
export { createFixedClock, type FixedClock } from "./fixed-clock.js";
export { fixedLinks } from "./fixed-links.js";
export { codeIn, createInbox, type Inbox, linkIn } from "./inbox.js";
export { createManualScheduler, type ManualScheduler } from "./manual-scheduler.js";
export { createSeededRandom } from "./seeded-random.js";
export type {
  AttestedCredential,
  AuthenticatorData,
  AuthenticatorFlags,
} from "./authenticator-data.js";
export { type CborMap, type CborValue, encodeCbor } from "./cbor.js";
export type { AuthenticationResponseJSON, RegistrationResponseJSON } from "./ceremony-json.js";
export {
  type AuthenticatorAlgorithm,
  COSE_ALGORITHMS,
  COSE_LABELS,
  coseKeyOf,
  createCredentialKey,
  type CredentialKey,
} from "./cose-key.js";
export { AUTHENTICATION_BREAKS } from "./authentication-breaks.js";
export { REGISTRATION_BREAKS } from "./registration-breaks.js";
export {
  type AuthenticationBreak,
  type AuthenticationBreaks,
  createSoftwareAuthenticator,
  type RegistrationBreak,
  type RegistrationBreaks,
  type ResidentCredential,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "./software-authenticator.js";
export type {
  AttestationMaterial,
  AuthenticationTampering,
  CeremonyTampering,
  ClientDataMembers,
  RegistrationTampering,
} from "./tampering.js";
