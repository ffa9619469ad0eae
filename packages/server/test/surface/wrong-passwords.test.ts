import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import {
  createPeople,
  PASSWORD,
  SHOWN_BY_WRONG_PASSWORDS,
  SIGN_IN_PATHS,
  SIGN_UP,
} from "./people-with-passwords.js";

describeService(
  "wrong passwords over HTTP",
  { section: "Email and password", shownHere: SHOWN_BY_WRONG_PASSWORDS },
  (service) => {
    const { newEmail, newNetwork, signUp, isSignedIn, signIn } = createPeople(service);

    it("delays one network after five wrong passwords in a row, twice as long each time, and lets the owner in from another", async () => {
      const { email } = await signUp();
      const attacker = service.agent(newNetwork());
      for (let i = 0; i < 5; i++)
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
      for (const seconds of ["1", "2", "4"]) {
        const refused = await signIn(email, PASSWORD, attacker);
        expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
        expect(refused.headers["retry-after"]).toBe(seconds);
        service.clock.advance(Number(seconds) * 1_000);
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
      }
      expect((await signIn(email, PASSWORD)).status).toBe(200);
      service.clock.advance(15 * MINUTE);
      expect((await signIn(email, PASSWORD, attacker)).status).toBe(200);
      for (let i = 0; i < 5; i++)
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
    });

    it("answers 429 everywhere after a hundred wrong passwords within an hour, while the owner gets in by code and may change the password", async () => {
      const { email, agent: owner } = await signUp();
      for (let i = 0; i < 100; i++)
        expect((await signIn(email, "wrong password")).status).toBe(401);
      for (const path of SIGN_IN_PATHS)
        expect(
          await service.agent(newNetwork()).post(path, { email, password: PASSWORD }),
        ).toMatchObject({
          status: 429,
          body: { code: "TOO_MANY_REQUESTS" },
        });
      const changed = await owner.post("/api/auth/change-password", {
        currentPassword: PASSWORD,
        newPassword: "another good password",
      });
      expect(changed.status).toBe(200);
      expect(await isSignedIn(await service.signedIn(email, newNetwork()))).toBe(true);
      service.clock.advance(HOUR);
      expect((await signIn(email, "another good password")).status).toBe(401);
    });

    it("counts the wrong passwords of a live session on that session", async () => {
      const [email, network] = [newEmail(), newNetwork()];
      const agent = service.agent(network);
      await agent.post(SIGN_UP, { email, password: PASSWORD, name: "Ada" });
      const change = (currentPassword: string) =>
        agent.post("/api/auth/change-password", {
          currentPassword,
          newPassword: "another good password",
        });
      const verify = (password: string) => agent.post("/api/auth/verify-password", { password });
      for (let i = 0; i < 3; i++)
        expect(await verify("wrong password")).toMatchObject({
          status: 400,
          body: { code: "INVALID_PASSWORD" },
        });
      for (let i = 0; i < 2; i++)
        expect(await change("wrong password")).toMatchObject({
          status: 400,
          body: { code: "INVALID_PASSWORD" },
        });
      expect(await change(PASSWORD)).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS" },
      });
      expect(await verify(PASSWORD)).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS" },
      });
      expect((await signIn(email, PASSWORD, service.agent(network))).status).toBe(200);
      service.clock.advance(1_000);
      expect(await verify(PASSWORD)).toMatchObject({ status: 200, body: { status: true } });
    });
  },
);
