import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { DATABASES } from "../service.js";
import { describeCreationRaces } from "./creation-races.js";
import { describeInvitationRaces } from "./invitation-races.js";
import { describeOwnershipRaces } from "./ownership-races.js";
import { openRaces, type Races } from "./races.js";

describe.each(DATABASES)("two processes race over organizations, on %s", (database) => {
  let races: Races;
  beforeAll(async () => {
    races = await openRaces(database);
  });
  afterEach(() => races.fixture.clear());
  afterAll(() => races.fixture.close());

  describeOwnershipRaces(() => races);
  describeInvitationRaces(() => races);
  describeCreationRaces(() => races);
});
