import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import type { NamedEntry } from "../../background/audit-log/audit-store.js";
import { AUDIT_EVENTS, type AuditEvent, type EventRow } from "../../background/audit-log/events.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { toId } from "../../kernel/ids.js";
import { showEntry } from "./shown-entry.js";

const PROVIDERS = [{ id: "hub", name: "The Hub" }];
const ADA = { id: "user-ada", name: "Ada", email: "ada@example.com" };

type Given = Omit<Partial<NamedEntry>, "names"> & {
  readonly detail?: Readonly<Record<string, string | number>>;
  readonly names?: Partial<NamedEntry["names"]>;
};

/** An entry of Ada's about everything that an entry can name. */
const show = (
  event: string,
  { detail = {}, names = {}, doneTo = toId("user-bob"), byOperator = false }: Given = {},
) =>
  showEntry(
    {
      entry: {
        id: toId("entry"),
        at: new Date(0),
        event: event as AuditEvent,
        userId: toId(ADA.id),
        organizationId: toId("organization"),
        ipAddress: null,
        userAgent: null,
        detail: { invitationId: "invitation", passkeyId: "passkey", provider: "hub", ...detail },
      },
      doneTo,
      byOperator,
      names: {
        user: { name: ADA.name, email: asChecked<EmailAddress>(ADA.email) },
        doneTo: { name: "Bob", email: asChecked<EmailAddress>("bob@example.com") },
        invitation: asChecked<EmailAddress>("eve@example.com"),
        passkey: "Phone",
        organization: "Acme",
        ...names,
      },
    },
    PROVIDERS,
  );

const nobody = (events: readonly string[]) => events.filter((event) => !show(event).actor);

describe("an entry of the audit log", () => {
  it("names who did it, except for what the worker does and what a stranger may have tried", () => {
    expect(show("user.updated").actor).toEqual(ADA);
    expect(show("billing.plan_changed").actor).toEqual(ADA);
    expect(nobody(Object.keys(AUDIT_EVENTS))).toEqual([
      "user.sign_up_refused",
      "password.refused",
      "passkey.refused",
      "account.refused",
      "code.refused",
      "deletion.rejected",
      "deletion.completed",
      "export.ready",
      "export.failed",
    ]);
  });

  it("names nobody for what an operator did", () => {
    expect(show("user.suspended", { byOperator: true }).actor).toBeNull();
    expect(show("deletion.cancelled", { detail: { because: "operator" } }).actor).toBeNull();
    expect(show("deletion.cancelled", { detail: { because: "cancelled" } }).actor).toEqual(ADA);
  });

  it("says what it was done to, where the table of events has a target", () => {
    const targets: Readonly<Record<NonNullable<EventRow["target"]>, object>> = {
      user: { type: "user", id: "user-bob", label: "Bob" },
      self: { type: "user", id: ADA.id, label: "Ada" },
      invitation: { type: "invitation", id: "invitation", label: "eve@example.com" },
      passkey: { type: "passkey", id: "passkey", label: "Phone" },
      provider: { type: "provider", id: "hub", label: "The Hub" },
      organization: { type: "organization", id: "organization", label: "Acme" },
    };
    for (const [event, { target }] of Object.entries<EventRow>(AUDIT_EVENTS))
      expect([event, show(event).target]).toEqual([event, target ? targets[target] : null]);
    expect(show("billing.plan_changed").target).toBeNull();
  });

  it("calls a user without a name by the email address, and a provider that is offered no more by its id", () => {
    const email = asChecked<EmailAddress>("bob@example.com");
    expect(show("member.removed", { names: { doneTo: { name: "", email } } }).target?.label).toBe(
      email,
    );
    expect(show("account.linked", { detail: { provider: "gone" } }).target).toEqual({
      type: "provider",
      id: "gone",
      label: "gone",
    });
  });

  it("names nobody and nothing that is gone", () => {
    const names = { user: null, doneTo: null, invitation: null, passkey: null, organization: null };
    for (const [event, { target }] of Object.entries<EventRow>(AUDIT_EVENTS))
      if (target !== "provider")
        expect(show(event, { names })).toMatchObject({ actor: null, target: null });
    // Entries from before whom something was done to was kept.
    expect(show("member.removed", { doneTo: null, names: { doneTo: null } }).target).toBeNull();
    expect(
      show("member.removed", { names: { doneTo: { name: "", email: null } } }).target,
    ).toBeNull();
  });
});
