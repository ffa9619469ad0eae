import type { Agent } from "../agent.js";
import { describeService, type DescribeServiceOptions } from "../describe-service.js";
import type { DatabaseName, Service } from "../service.js";

export interface PasskeyFixture {
  readonly service: Service;
  readonly database: DatabaseName;
  /** Signs a new user in. */
  readonly someone: () => Promise<Agent>;
  /** The email address of the latest of them. */
  readonly latestEmail: () => string;
}

/** Describes the passkeys of a service where each user may have three. */
export function describePasskeys(
  more: Pick<DescribeServiceOptions, "section" | "shownElsewhere" | "databases">,
  tests: (fixture: PasskeyFixture) => void,
): void {
  const options = { start: { policy: { passkeysPerUser: 3 } }, ...more };
  describeService("passkeys over HTTP", options, (service, database) => {
    let people = 0;
    const latestEmail = () => `person${people}@example.com`;
    tests({
      service,
      database,
      latestEmail,
      someone() {
        people++;
        return service.signedIn(latestEmail());
      },
    });
  });
}
