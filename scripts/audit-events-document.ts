import { AUDIT_EVENTS, type EventRow } from "@acme/auth-core";
import { secondFactor } from "@acme/auth-second-factor";
import { code, table } from "./markdown.js";

/**
 * `docs/audit-events.md`: what the base and the features record.
 * @param note says that it is generated
 */
export function auditEvents(note: string): string {
  const rows = Object.entries<EventRow>(AUDIT_EVENTS).map(
    ([event, { detail, target, refusable }]) => [
      code(event),
      detail.map(code).join(", "),
      target === "self" ? "the user" : (target ?? "–"),
      refusable ? "yes" : "–",
    ],
  );
  const own = Object.values(secondFactor().events ?? {}).map(({ name, detail }) => [
    code(name),
    detail.map(code).join(", "),
  ]);
  return `# Audit events\n\n${note} Each entry also holds its time, user, organization, IP address and user agent. Lists add who did it (\`actor\`) and what it was done to (\`target\`), by their names as they are now: an entry stores none, and nobody is named who is erased.\nAn application subscribes to events with \`on\`: see [embedding.md](embedding.md). A refusable event is a creation, which a subscriber may refuse with \`within\`.\n\n${table(["event", "detail", "target", "refusable"], rows)}\n\n## Of the second factor\n\nWhere the application has [the second factor](guide/second-factor.md), these as well; none is refusable.\n\n${table(["event", "detail"], own)}\n`;
}
