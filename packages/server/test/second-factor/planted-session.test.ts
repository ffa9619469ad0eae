import { featureSection } from "@acme/auth-http";
import { secondFactorRoutes } from "@acme/auth-second-factor/http";
import { asProven } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createLeaving, ME } from "../leaving.js";
import { atEach, expectRefusal, NOTHING, paths } from "../surface/every-path.js";
import { enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

/** Every path that takes a session, those of the second factor among them. */
const TAKING_A_SESSION = [
  ...paths,
  ...featureSection(secondFactorRoutes).routes.map((route) => ({
    route,
    path: route.path.replaceAll(/:\w+/g, NOTHING),
  })),
].filter(({ route }) => route.access !== "anyone");

describeService(
  "a session of an enrolled user that no second proof has opened",
  { start: WITH_SECOND_FACTOR },
  (service) => {
    it("is none on any route, wherever it comes from", async () => {
      const email = "ada@example.com";
      const agent = await createLeaving(service).member(email);
      await enrollTotp(service, agent);
      expect((await agent.get(ME)).status).toBe(200);
      const { id } = (await service.findUser(email))!;
      const [row] = await service.store.sessions.listLive(id, service.clock.now());
      const planted = asProven({ ...row!, secondFactorAt: null });
      await service.store.sessions.renew(row!.id, row!.tokenHash, planted);
      const token = agent.cookies.get("session")!;
      expect(TAKING_A_SESSION.length).toBeGreaterThan(60);
      await atEach(TAKING_A_SESSION, async ({ route, path }) => {
        agent.cookies.set("session", token);
        const reply = await agent.send(path, {
          method: route.method,
          ...(route.body && { body: {} }),
        });
        expectRefusal(reply, 401, "UNAUTHORIZED");
      });
      const proven = asProven({ ...row!, secondFactorAt: service.clock.now() });
      await service.store.sessions.renew(row!.id, row!.tokenHash, proven);
      agent.cookies.set("session", token);
      expect((await agent.get(ME)).status).toBe(200);
    });
  },
);
