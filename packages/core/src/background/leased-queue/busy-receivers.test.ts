import { expect, it } from "vitest";
import { createBusyReceivers } from "./busy-receivers.js";

it("a receiver is busy from its first call to the end of its last, and no more are listed than there is room for", () => {
  const busy = createBusyReceivers(2);
  expect(busy.list()).toEqual([]);
  for (const receiver of ["crm", "mail", "crm", "metrics"]) busy.begin(receiver);
  expect(busy.list()).toEqual(["crm", "mail"]);
  busy.end("crm");
  expect(busy.list()).toEqual(["crm", "mail"]);
  busy.end("crm");
  expect(busy.list()).toEqual(["mail", "metrics"]);
  busy.end("mail");
  busy.end("unknown");
  expect(busy.list()).toEqual(["metrics"]);
});
