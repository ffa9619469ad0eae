import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { toId, type UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import { endAllSessions } from "./end-other-sessions.js";

it("ends the sessions before it forgets the browsers, so that it waits for a sign-in under way and forgets its browser too", async () => {
  const order: string[] = [];
  const tx = standIn<Tx>({
    sessions: { revokeOthers: () => (order.push("sessions"), Promise.resolve(2)) },
    knownBrowsers: { deleteOthers: () => (order.push("browsers"), Promise.resolve(1)) },
  });
  expect(await endAllSessions(tx, toId<UserId>("ada"))).toBe(2);
  expect(order).toEqual(["sessions", "browsers"]);
});
