import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Client } from "@acme/auth-core";
import type { GuardedRequest } from "@acme/auth-http";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import {
  callerOf,
  findCallerOf,
  grantOf,
  guardedRequest,
  noteAdmission,
  visitOf,
} from "./admissions.js";
import { organizationNamed } from "./route-organization.js";

const request = (): IncomingMessage => new IncomingMessage(new Socket());
// What a guard has found is handed on as it is.
const client = standIn<Client>({ network: "192.0.2.1" });
const visit = standIn<GuardedRequest>({ caller: { user: { id: "user-1" } }, client });

it("a route without a guard is told which to put before it", () => {
  for (const read of [callerOf, findCallerOf, visitOf, guardedRequest, grantFor])
    expect(() => read(request())).toThrow(
      new Error("This route has no guard: put requireSession or requirePermission before it."),
    );
});
const grantFor = (incoming: IncomingMessage) => grantOf(incoming, "org:read");

it("a route behind readSession is told how to read a caller that there may not be", () => {
  const open = request();
  noteAdmission(open, { visit: { caller: null, by: null, client }, proof: null, met: null });
  expect(findCallerOf(open)).toBeNull();
  expect(visitOf(open)).toEqual({ caller: null, by: null, client });
  for (const read of [callerOf, guardedRequest])
    expect(() => read(open)).toThrow(
      new Error(
        "readSession also lets requests without a session through: read the caller with findCallerOf, or put requireSession before this route.",
      ),
    );
});

it("a route is given the proof of the permission that its guard asks for, and of no other", () => {
  const admitted = request();
  const granted = { role: "admin" };
  noteAdmission(admitted, {
    visit,
    proof: { permission: "org:read", granted },
    met: { factors: 2, within: null },
  });
  expect(guardedRequest(admitted)).toBe(visit);
  expect(grantOf(admitted, "org:read")).toBe(granted);
  expect(grantOf(admitted, "org:read", { factors: 2 })).toBe(granted);
  expect(() => grantOf(admitted, "org:read", { factors: 2, within: "10m" })).toThrow(
    new Error(
      'This route\'s guard does not demand {"factors":2,"within":"10m"} of the session: give it these options.',
    ),
  );
  const missing = new Error(
    'This route\'s guard does not prove org:update: put requirePermission("org:update") before it.',
  );
  expect(() => grantOf(admitted, "org:update")).toThrow(missing);
  const unproven = request();
  noteAdmission(unproven, { visit, proof: null, met: null });
  expect(() => grantOf(unproven, "org:update")).toThrow(missing);
});

it("an organization is named by a parameter of the path or by a function, and a misspelt parameter is told", () => {
  const routed = Object.assign(request(), { params: { id: "acme", at: 7 } });
  expect(organizationNamed("id", routed)).toBe("acme");
  expect(organizationNamed(() => "acme", request())).toBe("acme");
  expect(organizationNamed(() => null, request())).toBe("");
  for (const [parameter, incoming] of [
    ["ID", routed],
    ["at", routed],
    ["id", request()],
  ] as const)
    expect(() => organizationNamed(parameter, incoming)).toThrow(
      new Error(`The path of this route has no parameter ":${parameter}", which its guard reads.`),
    );
});
