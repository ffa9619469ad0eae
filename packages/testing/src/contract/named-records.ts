import type { AuditPosition, AuditRecordQuery } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { type Opened } from "./fixture.js";
import {
  at,
  emailAddress,
  entryId,
  organizationId,
  someEntry,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");
const ADA = userId("ada");
const GRACE = userId("grace");
const EVERY: AuditRecordQuery = {
  userId: null,
  organizationId: null,
  event: null,
  from: null,
  to: null,
  after: null,
};

/** The whole log, as operators see it. */
export function describeNamedRecords(opened: Opened): void {
  const audit = () => opened().store.audit;
  const list = (query: Partial<AuditRecordQuery> = {}, limit = 100) =>
    audit().listNamedRecords({ ...EVERY, ...query }, limit);

  describe("the whole audit log", () => {
    beforeEach(async () => {
      const { store } = opened();
      for (const name of ["ada", "grace"]) await store.users.insertUnlessTaken(someUser(name));
      await store.organizations.insertUnlessTaken(someOrganization("acme"));
    });

    it("says what operators wrote, and what those in an entry are called now", async () => {
      const own = { userId: ADA, organizationId: ACME, event: "member.removed" } as const;
      const entry = someEntry("one", { ...own, ipAddress: "192.0.2.1", userAgent: "x" });
      await audit().append(entry, asChecked("jane: spam"), GRACE);
      expect(await list()).toEqual([
        {
          ...entry,
          operator: "jane: spam",
          email: emailAddress("ada"),
          doneTo: GRACE,
          doneToEmail: emailAddress("grace"),
          slug: "acme",
        },
      ]);
    });

    it("has entries about users and organizations that are gone, and about none", async () => {
      const gone = { userId: userId("gone"), organizationId: organizationId("gone") };
      await audit().append(someEntry("gone", { ...gone, at: at(2) }), null, userId("away"));
      await audit().append(someEntry("none", { at: at(1) }));
      const unnamed = { operator: null, email: null, doneToEmail: null, slug: null };
      expect(await list()).toMatchObject([
        { ...unnamed, ...gone, doneTo: userId("away") },
        { ...unnamed, userId: null, organizationId: null, doneTo: null },
      ]);
    });

    it("is filtered by user, organization, event and times, and each of them in pages", async () => {
      const inAcme = { organizationId: ACME };
      for (const entry of [
        someEntry("a", { at: at(1), userId: ADA, ...inAcme }),
        someEntry("b", { at: at(2), userId: ADA, event: "member.left", ...inAcme }),
        someEntry("c", { at: at(2), userId: GRACE, ...inAcme }),
        someEntry("d", { at: at(2), userId: ADA }),
        someEntry("e", { at: at(3), event: "member.left" }),
        someEntry("f", { at: at(4), userId: ADA, organizationId: organizationId("other") }),
      ])
        await audit().append(entry);
      const cases: readonly (readonly [Partial<AuditRecordQuery>, string])[] = [
        [{}, "fedcba"],
        [{ userId: ADA }, "fdba"],
        [{ userId: userId("nobody") }, ""],
        [inAcme, "cba"],
        [{ userId: ADA, ...inAcme }, "ba"],
        [{ event: "member.left" }, "eb"],
        [{ event: "member.left", userId: ADA, ...inAcme }, "b"],
        [{ from: at(2) }, "fedcb"],
        [{ to: at(2) }, "a"],
        [{ from: at(2), to: at(4), userId: ADA }, "db"],
        [{ from: at(4), to: at(2) }, ""],
        [{ from: at(1), to: at(3), event: "member.left", ...inAcme }, "b"],
      ];
      for (const [query, names] of cases) {
        const ids = Array.from(names, entryId);
        expect((await list(query)).map(({ id }) => id)).toEqual(ids);
        const paged = [];
        for (let after: AuditPosition | null = null; ;) {
          const page = await list({ ...query, after }, 2);
          const last = page.at(-1);
          if (last === undefined) break;
          paged.push(...page.map(({ id }) => id));
          after = { at: last.at, id: last.id };
        }
        expect(paged).toEqual(ids);
      }
    });
  });
}
