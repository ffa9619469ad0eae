import { MINUTE } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { describeService, serviceStarter } from "../describe-service.js";
import {
  PASSWORD,
  SHOWN_BY_REQUIRED_VERIFICATION,
  SIGN_IN,
  SIGN_IN_PATHS,
  SIGN_UP,
} from "./people-with-passwords.js";

describeService(
  "sign-up and sign-in where the email address must be verified",
  { section: "Email and password", shownHere: SHOWN_BY_REQUIRED_VERIFICATION },
  (service, database) => {
    const start = serviceStarter(database);

    it("where verification is required, sign-up answers alike for free and taken email addresses and sign-in waits for it", async () => {
      const strict = await start({ requireEmailVerification: true });
      const free = await strict
        .agent()
        .post(SIGN_UP, { email: "ada@example.com", password: PASSWORD, name: "Ada" });
      const taken = await strict
        .agent()
        .post(SIGN_UP, { email: "ada@example.com", password: PASSWORD, name: "Ada" });
      const shape = ({ status, setCookies, body }: typeof free) => ({
        status,
        setCookies,
        user: { ...readJson(body, { user: "object" }).user, id: "" },
      });
      expect(shape(taken)).toEqual(shape(free));
      for (const path of SIGN_IN_PATHS) {
        const reply = await strict
          .agent()
          .post(path, { email: "ada@example.com", password: PASSWORD });
        expect(reply).toMatchObject({
          status: 403,
          body: { code: "EMAIL_NOT_VERIFIED" },
          setCookies: [],
        });
        for (const refusal of strict.refusals) (service.refusals as Set<string>).add(refusal);
      }
      await strict.auth.worker.runDue();
      const token = new URL(
        strict.inbox.mails
          .find(({ subject }) => subject.startsWith("Confirm"))!
          .text.match(/http\S+/)![0],
      ).searchParams.get("token");
      expect((await strict.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      expect(
        (await strict.agent().post(SIGN_IN, { email: "ada@example.com", password: PASSWORD }))
          .status,
      ).toBe(200);
    });

    it("where verification is required, a right password is 403 and has the link mailed again, within its budget; a wrong one has nothing mailed", async () => {
      const strict = await start({
        requireEmailVerification: true,
        policy: { mailsPerClient: 6 },
      });
      const email = "ada@example.com";
      const mailed = async () => {
        await strict.auth.worker.runDue();
        return strict.inbox.mails.length;
      };
      const signInStrictly = (password: string, from?: string) =>
        strict.agent(from).post(SIGN_IN, { email, password, callbackURL: "/welcome" });
      await strict.agent().post(SIGN_UP, { email, password: PASSWORD });
      expect(await mailed()).toBe(1);
      expect(await signInStrictly("certainly not this one")).toMatchObject({
        status: 401,
        body: { code: "INVALID_EMAIL_OR_PASSWORD" },
      });
      expect(await mailed()).toBe(1);
      for (let i = 0; i < 6; i++)
        expect(await signInStrictly(PASSWORD)).toMatchObject({
          status: 403,
          body: { code: "EMAIL_NOT_VERIFIED" },
          setCookies: [],
        });
      expect(await mailed()).toBe(5);
      strict.clock.advance(15 * MINUTE);
      // The client has caused as many mails as it may in an hour: the answer stays what it is.
      expect(await signInStrictly(PASSWORD)).toMatchObject({
        status: 403,
        body: { code: "EMAIL_NOT_VERIFIED" },
      });
      expect(await mailed()).toBe(5);
      expect((await signInStrictly(PASSWORD, "127.9.9.9")).status).toBe(403);
      expect(await mailed()).toBe(6);

      const link = strict.inbox.linkFor(email);
      const { searchParams } = new URL(link);
      const pressed = await strict.agent().send("/api/auth/verify-email", {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
        },
        body: searchParams.toString(),
      });
      expect(pressed).toMatchObject({
        status: 303,
        headers: { location: "http://app.test:3004/welcome" },
      });
      expect((await signInStrictly(PASSWORD)).status).toBe(200);
    });
  },
);
