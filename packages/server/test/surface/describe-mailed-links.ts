import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import type { Service } from "../service.js";
import { FORM } from "./browser-requests.js";
import { unseenRefusals } from "./unseen-refusals.js";

export const PASSWORD = "correct horse battery staple";

/** A user who has signed up, and the link that was mailed for it. */
export interface SignedUp {
  readonly email: string;
  readonly agent: Agent;
  readonly link: URL;
  readonly token: string;
}

export interface MailedLinksFixture {
  readonly service: Service;
  readonly newAddress: () => string;
  readonly signUp: (extra?: object) => Promise<SignedUp>;
  readonly isVerified: (agent: Agent) => Promise<boolean>;
  /** Opens a link, as a browser or a mail scanner does. */
  readonly open: (link: URL, headers?: Record<string, string>) => Promise<Reply>;
  /** Presses the button of a link's page. */
  readonly press: (link: URL, token: string, headers?: Record<string, string>) => Promise<Reply>;
  /** Asks for a change of the email address, and returns the link that is mailed to the new one. */
  readonly requestChange: (agent: Agent, newEmail: string, extra?: object) => Promise<URL>;
}

const isOfMailedLinks = (refusal: string): boolean =>
  /reset|change-email|verif/.test(refusal) && !/verify-password|sign-/.test(refusal);

/**
 * Describes links that are mailed, of which these tests must show the refusals of the routes that
 * `isShown` chooses.
 */
export function describeMailedLinks(
  isShown: (refusal: string) => boolean,
  tests: (fixture: MailedLinksFixture) => void,
): void {
  describeService("mailed links over HTTP", { hosts: "both" }, (service) => {
    tests({ service, ...linksOf(service) });

    it("has shown every refusal that the routes of mailed links declare", () => {
      const unseen = ["Email and password", "Email verification and the current user"].flatMap(
        (title) => unseenRefusals(service, title),
      );
      expect(unseen.filter((refusal) => isOfMailedLinks(refusal) && isShown(refusal))).toEqual([]);
    });
  });
}

function linksOf(service: Service): Omit<MailedLinksFixture, "service"> {
  let people = 0;
  const newAddress = () => `person${++people}@example.com`;

  async function signUp(extra: object = {}): Promise<SignedUp> {
    const email = newAddress();
    const agent = service.agent();
    await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD, ...extra });
    await service.auth.worker.runDue();
    const link = new URL(service.inbox.linkFor(email));
    return { email, agent, link, token: link.searchParams.get("token")! };
  }
  const isVerified = async (agent: Agent) =>
    readJson((await agent.get("/api/v1/auth/me")).body, { emailVerified: "boolean" }).emailVerified;
  const open = (link: URL, headers: Record<string, string> = {}) =>
    service.agent().get(link.pathname + link.search, headers);
  const press = (link: URL, token: string, headers: Record<string, string> = FORM) =>
    service.agent().send(link.pathname, {
      method: "POST",
      headers,
      body: new URLSearchParams({ token }).toString(),
    });

  async function requestChange(agent: Agent, newEmail: string, extra: object = {}): Promise<URL> {
    expect((await agent.post("/api/auth/change-email", { newEmail, ...extra })).body).toEqual({
      status: true,
    });
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(newEmail));
  }

  return { newAddress, signUp, isVerified, open, press, requestChange };
}
