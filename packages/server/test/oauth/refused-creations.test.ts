import { expect, it } from "vitest";
import { refusingApplication } from "../refusing-application.js";
import { describeProviders } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  LINK,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
  travel,
} from "./front-end.js";

const { subscribers, errors, whileRefusing } = refusingApplication();

describeProviders({ application: { subscribers, errors } }, ({ service, stub, ...people }) => {
  const { newPerson, accountsOf, userOf, signUp } = people;

  it("a user whom the application refuses comes back with its error, and nothing is created", async () => {
    const { email } = newPerson();
    const agent = service.agent();
    const reply = await whileRefusing("user.created", () => travel(agent, stub));
    expect(destinationOf(reply)).toEqual(failure("not_open_yet"));
    expect(opensSession(reply)).toBe(false);
    expect(await service.findUser(email)).toBeNull();
    expect(destinationOf(await travel(agent, stub))).toEqual(success(PLACES.newUserCallbackURL));
  });

  it("an account at the provider that the application refuses is linked to nobody, new or signed in", async () => {
    const { email } = newPerson();
    const stranger = service.agent();
    const refused = await whileRefusing("account.linked", () => travel(stranger, stub));
    expect(destinationOf(refused)).toEqual(failure("not_open_yet"));
    expect(await service.findUser(email)).toBeNull();

    const agent = await signUp("owner@example.com");
    const before = await accountsOf(agent);
    newPerson();
    const url = await requestAuthorization(agent, {}, LINK);
    const callback = await stub.visit(url);
    const reply = await whileRefusing("account.linked", () => openCallback(agent, callback));
    expect(destinationOf(reply)).toEqual(failure("not_open_yet"));
    expect(await accountsOf(agent)).toEqual(before);
  });

  it("is refused alike with the email address of an account that is not linked", async () => {
    const person = newPerson();
    await signUp(person.email);
    const refused = await whileRefusing("user.created", () => travel(service.agent(), stub));
    expect(destinationOf(refused)).toEqual(failure("not_open_yet"));
    expect(await userOf(service.agent())).toBeNull();
  });
});
