import {
  type Chapter,
  describeChapters,
  type StoreFixture,
} from "@acme/auth-testing/feature-contract";
import type { SecondFactorStores } from "../second-factor-env.js";
import { describeRecoveryCodes, describeTotpEnrolments, describeTotpSecrets } from "./factors.js";
import { describePendingSignIns, describeRecoveries } from "./waiting.js";

/** What is shown of each store; a store that is missing here does not compile. */
const CHAPTERS: Readonly<Record<keyof SecondFactorStores, Chapter<SecondFactorStores>>> = {
  totpSecrets: describeTotpSecrets,
  recoveryCodes: describeRecoveryCodes,
  totpEnrolments: describeTotpEnrolments,
  pendingSignIns: describePendingSignIns,
  recoveries: describeRecoveries,
};

/**
 * Everything that the stores of the second factor promise, as tests. Run it over each way an adapter
 * can be opened, as `describeStore` of `@acme/auth-testing/store-contract`. `open` gives an empty,
 * migrated database.
 */
export function describeSecondFactorStores(
  name: string,
  open: () => Promise<StoreFixture<SecondFactorStores>>,
): void {
  describeChapters(
    `the contract of the second factor, over ${name}`,
    open,
    Object.values(CHAPTERS),
  );
}
