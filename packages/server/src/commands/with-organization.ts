import { type OrganizationDescription, type OrganizationId, parseId } from "@acme/auth-core";
import type { OpenedAuth } from "../serving/open-auth.js";
import { CommandFailure, EXIT } from "./command.js";

/**
 * Returns the organization with that id or slug. The id comes first: a slug that looks like the id
 * of another organization names that one.
 */
export async function organizationOf(
  { auth }: Pick<OpenedAuth, "auth">,
  text: string,
): Promise<OrganizationDescription> {
  const id = parseId<OrganizationId>(text);
  const found =
    (id && (await auth.operators.findOrganization(id))) ??
    (await auth.operators.findOrganizationBySlug(text));
  if (!found)
    throw new CommandFailure("There is no organization with this slug or id.", EXIT.unknown);
  return found;
}
