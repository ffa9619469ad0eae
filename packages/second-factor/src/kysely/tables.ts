import type { FeatureTables } from "@acme/auth-kysely/tables";
import type { SecondFactorStores } from "../second-factor-env.js";
import { secondFactorMigrations } from "./migrations.js";
import { pendingSignIns } from "./pending-sign-ins.js";
import { recoveries } from "./recoveries.js";
import { recoveryCodes } from "./recovery-codes.js";
import type { SecondFactorTables } from "./schema.js";
import { totpEnrolments } from "./totp-enrolments.js";
import { totpSecrets } from "./totp-secrets.js";

export type {
  EnrolmentTable,
  PendingTable,
  RecoveryCodeTable,
  RecoveryTable,
  SecondFactorTables,
  TotpTable,
} from "./schema.js";

/**
 * The tables of the second factor, for a store of `@acme/auth-kysely`.
 * @example
 * const store = createPostgresStore(pool, { features: [secondFactorTables] });
 */
export const secondFactorTables: FeatureTables<SecondFactorStores, SecondFactorTables> = {
  name: "secondFactor",
  migrations: secondFactorMigrations,
  stores: { totpSecrets, recoveryCodes, totpEnrolments, pendingSignIns, recoveries },
  lifetimes: {
    auth_second_factor_totp: null,
    auth_second_factor_recovery_code: null,
    auth_second_factor_enrolment: { key: "user_id", ends: "expires_at" },
    auth_second_factor_pending: { key: "id", ends: "expires_at" },
    auth_second_factor_recovery: { key: "id", ends: "forget_at" },
  },
  sealed: {
    "secondFactor/totp": ["auth_second_factor_totp", "sealed_secret"],
    "secondFactor/enrolment": ["auth_second_factor_enrolment", "sealed_secret"],
  },
};
