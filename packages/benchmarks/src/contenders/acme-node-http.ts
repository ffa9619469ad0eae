import { createSurface, mount } from "@acme/auth-express";
import { assignment, serve } from "../processes/child.js";
import { openRunningAcme } from "../stacks/acme.js";

/** The mount alone, straight on node:http. */
const handle = mount(createSurface(await openRunningAcme(assignment().database)));
serve((request, response) => handle(request, response, () => response.writeHead(404).end()));
