import { Secret } from "@acme/auth-core";
import { expect, it } from "vitest";
import { openAcme } from "../stacks/acme.js";
import { emailOf, SESSIONS_PER_USER, tokenOf, writePeople } from "./people.js";
import { onBothEngines } from "./scratch.js";

/** More than one user has, so that a second one has some too. */
const SESSIONS = SESSIONS_PER_USER + 1;

it("sessions written into either database are live for the library of today", () =>
  onBothEngines(async (engine, newDatabase) => {
    const database = await newDatabase();
    await writePeople(database, SESSIONS);
    const { auth, store } = await openAcme(database);
    for (const [index, user] of [
      [0, 0],
      [SESSIONS - 1, 1],
    ] as const) {
      const sessionToken = new Secret(tokenOf(index));
      const caller = await auth.sessions.identify({ sessionToken, organization: null });
      expect(caller?.user.email, engine).toBe(emailOf(user));
    }
    await auth.close();
    await store.close();
    return { tables: [], goals: [] };
  }));
