import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import {
  authenticatorOn,
  DELETE_PASSKEY,
  listPasskeys,
  optionsFrom,
  REGISTER_OPTIONS,
  registered,
} from "../passkeys.js";
import { describePasskeys } from "./describe-passkeys.js";

const SIGNALS = "/api/v1/me/passkey-signals";

const handleOf = async (agent: Agent): Promise<string> => {
  const { user } = readJson((await agent.post(REGISTER_OPTIONS)).body, { user: "object" });
  return readJson(user, { id: "string" }).id;
};
const signal = (
  userId: string,
  email: string,
  ids: readonly string[],
  displayName: string = email,
) => ({
  allAcceptedCredentials: { rpId: "app.test", userId, allAcceptedCredentialIds: ids },
  currentUserDetails: { rpId: "app.test", userId, name: email, displayName },
});

describePasskeys({}, ({ service, someone, latestEmail }) => {
  describe("the signals of passkeys", () => {
    it("are for the session's own user alone", async () => {
      expect(await service.agent().get(SIGNALS)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
    });

    it("of a user without a handle are none, and with one an empty list", async () => {
      const ada = await someone();
      expect((await ada.get(SIGNALS)).body).toEqual({ signals: [] });
      const handle = await handleOf(ada);
      expect((await ada.get(SIGNALS)).body).toEqual({
        signals: [signal(handle, latestEmail(), [])],
      });
    });

    it("list every passkey under the handle it was made with, and follow a removal and a name", async () => {
      await someone();
      const ada = await someone();
      const email = latestEmail();
      const [one, two] = [await registered(ada), await registered(ada, authenticatorOn())];
      const handle = await handleOf(ada);
      expect((await ada.get(SIGNALS)).body).toEqual({
        signals: [signal(handle, email, [one.credentialID, two.credentialID])],
      });
      await ada.post("/api/auth/update-user", { name: "Ada Lovelace" });
      const reply = await ada.post(DELETE_PASSKEY, { id: one.id });
      expect((await ada.get(SIGNALS)).body).toEqual({
        signals: [signal(handle, email, [two.credentialID], "Ada Lovelace")],
      });
      // Without a feature that adds them, the answer to a removal is what it was.
      expect(reply.text).toBe('{"status":true}');
      const grace = await someone();
      await registered(grace);
      expect((await grace.get(SIGNALS)).body).not.toEqual((await ada.get(SIGNALS)).body);
      await ada.post(DELETE_PASSKEY, { id: two.id });
      expect((await ada.get(SIGNALS)).body).toEqual({
        signals: [signal(handle, email, [], "Ada Lovelace")],
      });
      expect(await listPasskeys(ada)).toEqual([]);
    });

    it("have an entry for each handle of an imported passkey, and list one without in every entry", async () => {
      const ada = await someone();
      const { credentialID: own } = await registered(ada);
      const made = (await service.store.passkeys.findByCredentialId(own))!;
      const imported = (name: string, userHandle: string | null) =>
        service.store.passkeys.insertUnlessTaken(
          asChecked({
            ...made,
            id: `imported-${name}-${own}`,
            credentialId: `${own}${name}`,
            userHandle,
          }),
        );
      await imported("old", "handle-elsewhere");
      await imported("new", null);
      const { signals } = readJson((await ada.get(SIGNALS)).body, { signals: ["object"] });
      const email = latestEmail();
      expect(signals).toHaveLength(2);
      expect(signals[0]).toEqual({
        ...signal(made.userHandle!, email, []),
        allAcceptedCredentials: {
          rpId: "app.test",
          userId: made.userHandle,
          allAcceptedCredentialIds: expect.toSatisfy(
            (ids: string[]) => ids.toSorted().join(" ") === [own, `${own}new`].toSorted().join(" "),
          ) as unknown,
        },
      });
      expect(signals[1]).toMatchObject({
        allAcceptedCredentials: { userId: "handle-elsewhere" },
        currentUserDetails: { userId: "handle-elsewhere", name: email },
      });
      expect(JSON.stringify(signals[1])).toContain(`${own}old`);
      expect(JSON.stringify(signals[1])).toContain(`${own}new`);
      expect(JSON.stringify(signals[1])).not.toContain(`"${own}"`);
    });

    it("answer what the front end was given in the options", async () => {
      const ada = await someone();
      const options = await optionsFrom(ada, REGISTER_OPTIONS);
      const { signals } = readJson((await ada.get(SIGNALS)).body, { signals: ["object"] });
      const { id, ...names } = readJson(readJson(options, { user: "object" }).user, "object");
      expect(signals[0]).toMatchObject({ currentUserDetails: { userId: id, ...names } });
    });
  });
});
