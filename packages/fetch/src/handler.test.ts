import type { Auth } from "@acme/auth-core";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { createHandler, createSite, type HandlerOptions } from "./index.js";

const site = createSite({ serviceUrl: "https://auth.example.com", appUrl: "https://example.com" });

it.each([true, ["127.0.0.1"]])(
  "a handler takes no trustProxy such as %j, and says what to write instead",
  (trustProxy) => {
    const options = { auth: standIn<Auth>({}), site, peerOf: () => null, trustProxy };
    expect(() => createHandler(options as unknown as HandlerOptions)).toThrow("peerOf");
  },
);
