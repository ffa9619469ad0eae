import type { DisplayName } from "../../kernel/display-name.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { ImageUrl } from "../../kernel/image-url.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { OrganizationMetadata } from "./metadata.js";
import type { CheckedOrganization, Organization } from "./organization-store.js";
import { parseSlug, type Slug, slugFrom } from "./slug.js";

/** What a new organization is made of, except its id and times. */
export interface OrganizationInput {
  readonly name: DisplayName;
  /** Made from the name when it is null. */
  readonly slug: Slug | null;
  readonly logo: ImageUrl | null;
  readonly metadata: OrganizationMetadata;
}

const SUFFIX_DIGITS = 6;

/**
 * Inserts an organization: under the slug that is asked for, else under one made from its name,
 * with random digits where that is taken.
 * @throws {AuthError} `SLUG_TAKEN`
 */
export async function insertOrganization(
  tx: Tx,
  { clock, random }: World,
  { slug, name, logo, metadata }: OrganizationInput,
): Promise<Organization> {
  const suffix = random.digits(SUFFIX_DIGITS).reveal();
  const base = slugFrom(name);
  const made = base === "" ? [suffix] : [base, `${base}-${suffix}`];
  const now = clock.now();
  for (const candidate of slug === null ? made.map(parseSlug) : [slug]) {
    const organization: CheckedOrganization = {
      id: random.id<OrganizationId>(),
      name,
      slug: candidate,
      logo,
      metadata,
      createdAt: now,
      updatedAt: now,
      requireSecondFactor: false,
    };
    if (await tx.organizations.insertUnlessTaken(organization)) return organization;
  }
  throw new AuthError("SLUG_TAKEN");
}
