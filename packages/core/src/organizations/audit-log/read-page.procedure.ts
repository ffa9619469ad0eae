import type {
  AuditFilter,
  AuditPosition,
  AuditScope,
} from "../../background/audit-log/audit-store.js";
import { pageOf } from "../../kernel/page.js";
import type { Env } from "../../store/env.js";
import { showEntry, type ShownAuditEntry } from "./shown-entry.js";

/** A page of audit entries, newest first. */
export interface AuditPage {
  readonly entries: readonly ShownAuditEntry[];
  /** Where the following page begins; null on the last page. */
  readonly next: AuditPosition | null;
}

/** A filter of which any part may be left out. */
export type PartialFilter = {
  readonly [Part in keyof AuditFilter]?: AuditFilter[Part] | undefined;
};

/** Returns the filter with null for what is left out. */
export const filterOf = ({
  event = null,
  actor = null,
  from = null,
  to = null,
}: PartialFilter): AuditFilter => ({ event, actor, from, to });

/** Reads one page of the entries of a user or an organization. */
export async function readPage(
  { store, identityProviders }: Pick<Env, "store" | "identityProviders">,
  scope: AuditScope,
  {
    after,
    limit,
    ...filter
  }: PartialFilter & { readonly after: AuditPosition | null; readonly limit: number },
): Promise<AuditPage> {
  const found = await store.audit.listNamed(scope, { ...filterOf(filter), after }, limit + 1);
  const { rows, last } = pageOf(found, limit);
  const entries = rows.map((named) => showEntry(named, identityProviders));
  return { entries, next: last && { at: last.entry.at, id: last.entry.id } };
}
