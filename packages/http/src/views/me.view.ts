import { type ActiveMembership, type Auth, type Caller, ROLES } from "@acme/auth-core";
import { meetsOrganization } from "@acme/auth-core/surface";
import { type Additions, noted, userOfCaller } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";
import { userView, viewUser } from "./user.view.js";

const permission = once(() =>
  z.string().meta({
    id: "Permission",
    description: "A permission: of the catalog, or one of the application's own.",
  }),
);

/** The active organization of the caller, as it is answered. */
export const activeOrganizationView = once(() =>
  z.strictObject({
    id: z.string().describe("The id of the organization."),
    name: z.string().describe("The name of the organization."),
    slug: z.string().describe("The short name of the organization."),
    role: z.enum(ROLES).describe("The caller's role there."),
  }),
);

export const meView = once(() =>
  z.strictObject({
    ...userView().shape,
    activeOrganization: activeOrganizationView()
      .nullable()
      .describe("The active organization, null for none."),
    permissions: z.array(permission()).describe("The permissions of that role."),
  }),
);

// Every property by name: spreading two objects into a third costs more than all the rest of this.
export function viewMe(
  caller: Caller,
  { permissionsOf }: Pick<Auth["accessControl"], "permissionsOf">,
  additions: Additions | null,
): Input<typeof meView> {
  const { user, membership } = caller;
  const { id, email, emailVerified, name, image, createdAt, updatedAt } = viewUser(user, null);
  const me = {
    id,
    email,
    emailVerified,
    name,
    image,
    createdAt,
    updatedAt,
    activeOrganization:
      membership &&
      noted("activeOrganization", caller, additions, viewActiveOrganization(membership)),
    // What works: nothing does while the organization requires more of the session.
    permissions: membership && meetsOrganization(caller) ? [...permissionsOf(membership.role)] : [],
  };
  return noted(
    "me",
    caller,
    additions,
    noted("user", userOfCaller(caller, additions), additions, me),
  );
}

const viewActiveOrganization = ({ organization: { id, name, slug }, role }: ActiveMembership) => ({
  id,
  name,
  slug,
  role,
});
