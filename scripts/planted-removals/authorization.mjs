const STORE = "packages/kysely/test/store.test.ts";
const ACCESS = "packages/core/src/organizations/access-control/access-control.test.ts";
const HINTS = "packages/server/test/surface/active-organization-hints.test.ts";
const TENANTS = "packages/server/test/surface/tenants.test.ts";
const ROLES = "packages/server/test/surface/role-changes.test.ts";
const RACES = "packages/server/test/organizations/organization-races.test.ts";
const MEMBERS = "packages/server/test/surface/members.test.ts";
const MEANWHILE = "packages/server/test/meanwhile.test.ts";
const ACCEPTANCE = "packages/server/test/surface/invitation-acceptance.test.ts";

const DISPATCH = "packages/http/src/kernel/dispatch.ts";
const ADMISSION = "packages/http/src/kernel/admission.ts";
const INPUT = "packages/http/src/kernel/input.ts";
const CALLER_QUERY = "packages/kysely/src/stores/callers.ts";
const MEMBERSHIPS = "packages/kysely/src/stores/memberships.ts";
const ORGANIZATIONS = "packages/kysely/src/stores/organizations.ts";
const INVITATIONS = "packages/kysely/src/stores/invitations.ts";
const AUDIT = "packages/kysely/src/stores/audit.ts";
const CONTROL = "packages/core/src/organizations/access-control/access-control.ts";
const DENIALS = "packages/core/src/organizations/access-control/note-denial.procedure.ts";
const RULES = "packages/core/src/organizations/access-control/role-rules.ts";
const ACTOR = "packages/core/src/organizations/organization/lock-as-actor.ts";
const MEMBERSHIP = "packages/core/src/organizations/membership/membership.ts";
const INVITATION = "packages/core/src/organizations/invitation/invitation.ts";
const ANSWER = "packages/core/src/organizations/invitation/answer-invitation.procedure.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-AZ-01",
    what: "whoever has no session is refused where a session is declared",
    file: ADMISSION,
    find: `  if (!caller) throw new AuthError("UNAUTHORIZED");
  return caller;`,
    replace: "  return caller;",
    test: "packages/http/src/kernel/dispatch.test.ts",
  },
  {
    row: "R-AZ-02",
    what: "the active organization is one that the user belongs to",
    file: CALLER_QUERY,
    find: `join.onRef("m.user_id", "=", "u.id").on(`,
    replace: `join.on(`,
    test: HINTS,
    name: "of another organization give nobody anything",
  },
  {
    row: "R-AZ-02",
    what: "a hint is of the shape of an id",
    file: "packages/http/src/kernel/cookies.ts",
    find: "hint === null ? null : parseId<OrganizationId>(hint)",
    replace: "(void parseId, hint as OrganizationId | null)",
    test: "packages/http/src/kernel/cookies.test.ts",
  },
  {
    row: "R-AZ-02",
    what: "a hint that is given twice is none",
    file: "packages/http/src/kernel/cookies.ts",
    find: "      if (found !== null) return null;\n",
    replace: "",
    test: HINTS,
    name: "as a cookie twice",
  },
  {
    row: "R-AZ-02",
    what: "a path says in which organization it works",
    file: DISPATCH,
    find: "worksIn(clientOfRoute(request, site, route), route.access, params)",
    replace: "(void [worksIn], clientOfRoute(request, site, route))",
    test: "packages/server/test/surface/active-organization.test.ts",
    name: "is what a path says, whatever cookie and header say",
  },
  {
    row: "R-AZ-03",
    what: "a session is ended by its user",
    file: "packages/kysely/src/stores/sessions.ts",
    find: `db.deleteFrom("auth_session").where("id", "=", given.id).where("user_id", "=", given.userId)`,
    replace: `db.deleteFrom("auth_session").where("id", "=", given.id)`,
    test: STORE,
    name: "a user ends one of their own sessions, and nobody else's",
  },
  {
    row: "R-AZ-03",
    what: "an account is unlinked by its user",
    file: "packages/kysely/src/stores/linked-accounts.ts",
    find: `.where("id", "=", given.id).where("user_id", "=", given.userId)`,
    replace: `.where("id", "=", given.id)`,
    test: STORE,
    name: "nobody unlinks an account of somebody else, or one that is not there",
  },
  {
    row: "R-AZ-03",
    what: "a member is given a role in one organization",
    file: MEMBERSHIPS,
    find: `.set({ role: given.role }).where("id", "=", given.id).where("organization_id", "=", given.organizationId)`,
    replace: `.set({ role: given.role }).where("id", "=", given.id)`,
    test: STORE,
    name: "are out of reach from another organization, as are those who never were",
  },
  {
    row: "R-AZ-03",
    what: "a member is removed from one organization",
    file: MEMBERSHIPS,
    find: `db.deleteFrom("auth_membership").where("id", "=", given.id).where("organization_id", "=", given.organizationId)`,
    replace: `db.deleteFrom("auth_membership").where("id", "=", given.id)`,
    test: STORE,
    name: "are out of reach from another organization, as are those who never were",
  },
  {
    row: "R-AZ-03",
    what: "a member is found in one organization",
    file: MEMBERSHIPS,
    find: `joined.where("m.organization_id", "=", given.organizationId).where("m.id", "=", given.id)`,
    replace: `joined.where("m.id", "=", given.id)`,
    test: TENANTS,
    name: "answers for what is another's as for what is nobody's",
  },
  {
    row: "R-AZ-03",
    what: "an invitation is canceled in its own organization",
    file: INVITATION,
    find: `      const invitation = await tx.invitations.find(id);
      if (invitation?.organizationId !== organizationId) throw`,
    replace: `      const invitation = await tx.invitations.find(id);
      if (!invitation) throw`,
    test: TENANTS,
    name: "answers for what is another's as for what is nobody's",
  },
  {
    row: "R-AZ-03",
    what: "a cursor leads into one's own activity",
    file: AUDIT,
    find: `behind(given).where("user_id", "=", given.userId).limit(given.limit)`,
    replace: `behind(given).limit(given.limit)`,
    test: TENANTS,
    name: "gain nothing from each other's cursors",
  },
  {
    row: "R-AZ-03",
    what: "a cursor leads into the log of one organization",
    file: AUDIT,
    find: `behind(given).where("organization_id", "=", given.organizationId).limit(given.limit)`,
    replace: `behind(given).limit(given.limit)`,
    test: TENANTS,
    name: "gain nothing from each other's cursors",
  },
  {
    row: "R-AZ-03",
    what: "a cursor leads to the members of one organization",
    file: MEMBERSHIPS,
    find: `        .where("m.organization_id", "=", given.organizationId)
        .where((row) => row(row.refTuple(`,
    replace: `        .where((row) => row(row.refTuple(`,
    test: TENANTS,
    name: "gain nothing from each other's cursors",
  },
  {
    row: "R-AZ-04",
    what: "what a route does not declare is dropped",
    file: INPUT,
    find: "if (result.success) return result.data;",
    replace: "if (result.success) return { ...(input as object), ...(result.data as object) };",
    test: "packages/http/src/kernel/input.test.ts",
    name: "gives what the schema makes of them, and drops what it does not know",
  },
  {
    row: "R-AZ-05",
    what: "whoever has lost a permission while at work is refused under the lock",
    file: ACTOR,
    find: `  if (!permits(actor.role, permission)) throw new AuthError("PERMISSION_DENIED");
`,
    replace: "  void [permits, permission];\n",
    test: MEANWHILE,
    name: "an admin changes an organization no more when, in between, they became a member",
  },
  {
    row: "R-AZ-05",
    what: "whoever is no member any more is refused under the lock",
    file: ACTOR,
    find: `const actor = organization && (await tx.memberships.find(organizationId, userId));`,
    replace: `const actor = organization && ((await tx.memberships.find(organizationId, userId)) ?? ({ userId, organizationId, role: "owner" } as Membership));`,
    test: MEANWHILE,
    name: "an admin changes an organization no more when, in between, they were removed",
  },
  {
    row: "R-AZ-06",
    what: "a copy of a grant, or the grant of another permission, is none",
    file: "packages/core/src/organizations/access-control/granted.ts",
    find: `  if (!Grant.isFor(granted, permission)) throw new AuthError("PERMISSION_DENIED");
`,
    replace: "  void [Grant.isFor, permission, AuthError];\n",
    test: "packages/core/src/organizations/access-control/forged-grants.test.ts",
    name: "refuses a grant that was not minted for it",
  },
  {
    row: "R-AZ-06",
    what: "a permission is asked for",
    file: CONTROL,
    find: `      throw new AuthError("PERMISSION_DENIED");
`,
    replace: "",
    test: ACCESS,
    name: "by the table, and by nothing else",
  },
  {
    row: "R-AZ-06",
    what: "an admin does not touch an owner",
    file: RULES,
    find: `actor === "owner" || (actor === "admin" && target !== "owner")`,
    replace: `actor === "owner" || (actor === "admin" && Boolean(target))`,
    test: ROLES,
    name: "'admin' makes 'owner'",
  },
  {
    row: "R-AZ-06",
    what: "one role out of three is what a member is given",
    file: "packages/http/src/routes/membership.routes.ts",
    find: 'z.enum(ROLES).describe("The new role.")',
    replace: 'z.enum(ROLES).catch(ROLES[2]).describe("The new role.")',
    test: MEMBERS,
    name: "that there is",
  },
  {
    row: "R-AZ-07",
    what: "owners are counted under the organization's lock",
    file: ACTOR,
    find: "await tx.organizations.lock(organizationId)",
    replace: "((await tx.organizations.find(organizationId)) as LockedOrganization | null)",
    test: RACES,
    name: "of two owners who demote each other",
  },
  {
    row: "R-AZ-07",
    what: "an organization is locked by its row",
    file: ORGANIZATIONS,
    find: "const locked = one.$call(rows.forUpdate);",
    replace: "const locked = one;",
    test: STORE,
    name: "of owners who step down at once under the lock one stays",
  },
  {
    row: "R-AZ-07",
    what: "the organizations that a user owns are locked by their rows",
    file: ORGANIZATIONS,
    find: `return joined.$call((query) => rows.forUpdate(query, "o"));`,
    replace: "return joined;",
    test: STORE,
    name: "are held one transaction after another, by whichever way they were locked",
  },
  {
    row: "R-AZ-08",
    what: "a token of an invitation is kept as a hash",
    file: ANSWER,
    find: "store.invitations.findByToken(digest.token(key.token))",
    replace: "store.invitations.findByToken((void digest, key.token.reveal() as never))",
    test: ACCEPTANCE,
    name: "make a member, once",
  },
  {
    row: "R-AZ-08",
    what: "an invitation is dead at the instant it expires",
    file: INVITATIONS,
    find: `      .set({ status: given.status })
      .where("id", "=", given.id)
      .where("status", "=", "pending")
      .where("expires_at", ">", given.now),`,
    replace: `      .set({ status: given.status })
      .where("id", "=", given.id)
      .where("status", "=", "pending"),`,
    test: STORE,
    name: "none is settled from the instant it expires, nor one that never was",
  },
  {
    row: "R-AZ-08",
    what: "an invitation works once",
    file: INVITATIONS,
    find: `      .set({ status: given.status })
      .where("id", "=", given.id)
      .where("status", "=", "pending")`,
    replace: `      .set({ status: given.status })
      .where("id", "=", given.id)`,
    test: STORE,
    name: "of fifty who settle one, each in their way, one does",
  },
  {
    row: "R-AZ-08",
    what: "an invitation that could not be settled makes nobody a member",
    file: "packages/core/src/organizations/invitation/join-organization.ts",
    find: `  if (!(await tx.invitations.settle(invitation.id, "accepted", now))) throw new AuthError("INVITATION_NOT_FOUND");`,
    replace: `await tx.invitations.settle(invitation.id, "accepted", now);`,
    test: RACES,
    name: "one invitation accepted fifty times at once makes one membership",
  },
  {
    row: "R-AZ-08",
    what: "an invitation is for the invited address",
    file: ANSWER,
    find: `if (email !== invitation.email) throw new AuthError("INVITATION_NOT_FOUND");`,
    replace: "void [email, invitation];",
    test: ACCEPTANCE,
    name: "are nobody else's to give",
  },
  {
    row: "R-AZ-08",
    what: "an invitation is for a verified address",
    file: ANSWER,
    find: `if (!emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");`,
    replace: "void emailVerified;",
    test: ACCEPTANCE,
    name: "take a verified email address",
  },
  {
    row: "R-AZ-08",
    what: "invitations are listed to whoever has verified the address",
    file: ANSWER,
    find: "user.emailVerified ? store.invitations.listPendingFor(user.email, clock.now()) : [],",
    replace: "store.invitations.listPendingFor(user.email, clock.now()),",
    test: ACCEPTANCE,
    name: "take a verified email address",
  },
  {
    row: "R-AZ-08",
    what: "an inviter who is gone invites nobody",
    file: ANSWER,
    find: `inviter && permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role)`,
    replace: `!inviter || (permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role))`,
    test: ACCEPTANCE,
    name: "who 'was removed'",
  },
  {
    row: "R-AZ-08",
    what: "an inviter who lost the permission invites nobody",
    file: ANSWER,
    find: `inviter && permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role)`,
    replace: `inviter && (permits(inviter.role, "org:invitations:write") || outranks("admin", role)) && outranks(inviter.role === "member" ? "admin" : inviter.role, role)`,
    test: ACCEPTANCE,
    name: "who 'became a member'",
  },
  {
    row: "R-AZ-08",
    what: "an inviter gives no role above their own",
    file: ANSWER,
    find: `permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role)`,
    replace: `permits(inviter.role, "org:invitations:write") && Boolean([outranks, role])`,
    test: ACCEPTANCE,
    name: "who gave the ownership away after inviting another owner",
  },
  {
    row: "R-AZ-06",
    what: "whose role is changed is nobody above the actor",
    file: MEMBERSHIP,
    find: "!outranks(actor.role, member.role) || ",
    replace: "",
    test: ROLES,
    name: "'admin' makes 'owner'",
  },
  {
    row: "R-AZ-06",
    what: "a role that is given is none above the actor's",
    file: MEMBERSHIP,
    find: ") || !outranks(actor.role,",
    replace: ") || false && !outranks(actor.role,",
    test: ROLES,
    name: "'admin' makes 'member' 'owner'",
  },
  {
    row: "R-AZ-06",
    what: "who is removed is nobody above the actor",
    file: MEMBERSHIP,
    find: `if (!outranks(actor.role, member.role)) throw new AuthError("PERMISSION_DENIED");`,
    replace: "",
    test: ROLES,
    name: "'admin' removes 'owner'",
  },
  {
    row: "R-AZ-06",
    what: "nobody invites to a role above their own",
    file: "packages/core/src/organizations/invitation/check-may-invite.ts",
    find: `if (!outranks(actor.role, role)) throw new AuthError("PERMISSION_DENIED");`,
    replace: "",
    test: ROLES,
    name: "'admin' invites somebody as 'owner', and takes it back",
  },
  {
    row: "R-AZ-06",
    what: "nobody cancels an invitation to a role above their own",
    file: INVITATION,
    find: `if (!outranks(actor.role, invitation.role)) throw new AuthError("PERMISSION_DENIED");`,
    replace: "",
    test: ROLES,
    name: "'admin' invites somebody as 'owner', and takes it back",
  },
  {
    row: "R-AZ-07",
    what: "the last owner stays one",
    file: MEMBERSHIP,
    find: `      await keepAnOwner(tx, member);
      await assignRole(`,
    replace: "      await assignRole(",
    test: MEMBERS,
    name: "whoever goes, and however",
  },
  {
    row: "R-AZ-07",
    what: "the last owner is not removed",
    file: MEMBERSHIP,
    find: `      await keepAnOwner(tx, member);
      await tx.memberships.delete(organizationId, member.id);
      await tellUser(`,
    replace: "      await tx.memberships.delete(organizationId, member.id);\n      await tellUser(",
    test: MEMBERS,
    name: "whoever goes, and however",
  },
  {
    row: "R-AZ-07",
    what: "the last owner does not leave",
    file: MEMBERSHIP,
    find: `      await keepAnOwner(tx, member);
      if (member.role === "owner") await tellOwners(`,
    replace: `      if (member.role === "owner") await tellOwners(`,
    test: MEMBERS,
    name: "whoever goes, and however",
  },
  {
    row: "R-AZ-07",
    what: "whoever leaves holds the organization",
    file: MEMBERSHIP,
    find: `const organization = await tx.organizations.lock(organizationId);
      const own`,
    replace: `const organization = await tx.organizations.find(organizationId);
      const own`,
    test: RACES,
    name: "of two owners who leave at once one stays",
  },
  {
    row: "R-AZ-07",
    what: "ownership goes to another member",
    file: MEMBERSHIP,
    find: `if (owner.id === actor.id) throw new AuthError("MEMBER_NOT_FOUND");`,
    replace: "",
    test: MEMBERS,
    name: "from an owner whose session is fresh, and for another member only",
  },
  {
    row: "R-AZ-08",
    what: "an invitation lives for seven days",
    file: "packages/core/src/organizations/invitation/prepare-mailing.procedure.ts",
    find: ", policy.invitationLifetime)",
    replace: ", 2 * policy.invitationLifetime)",
    test: ACCEPTANCE,
    name: "come to nothing once it is canceled, or has expired, at that very instant",
  },
  {
    row: "R-AZ-08",
    what: "an invitation goes out in the name of a verified email",
    file: "packages/core/src/organizations/invitation/find-verified-inviter.procedure.ts",
    find: `if (!inviter.emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");`,
    replace: "",
    test: "packages/server/test/surface/invitations.test.ts",
    name: "go out only in the name of an inviter whose own email is verified",
  },
  {
    row: "R-AZ-08",
    what: "an invitation that has ended is not sent again",
    file: INVITATIONS,
    find: `inviter_id: given.inviterId })
      .where("id", "=", given.id)
      .where("status", "=", "pending")`,
    replace: `inviter_id: given.inviterId })
      .where("id", "=", given.id)`,
    test: STORE,
    name: "none is given one from the instant it expires",
  },
  {
    row: "R-AZ-08",
    what: "sending an invitation again spends the mail budget of inviting",
    file: "packages/core/src/organizations/invitation/prepare-mailing.procedure.ts",
    find: `    if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });\n`,
    replace: "",
    test: "packages/server/test/surface/resending-invitations.test.ts",
    name: "is in the mail budget of inviting",
  },
  {
    row: "R-AZ-08",
    what: "an invitation that is sent again has a new link",
    file: INVITATIONS,
    find: ".set({ token_hash: given.tokenHash, expires_at: given.expiresAt, inviter_id: given.inviterId })",
    replace: ".set({ expires_at: given.expiresAt, inviter_id: given.inviterId })",
    test: "packages/server/test/surface/resending-invitations.test.ts",
    name: "brings a new link that lives anew, and the earlier one is dead",
  },
  {
    row: "R-AZ-09",
    what: "roles and permissions are what the table says",
    file: "packages/core/src/organizations/access-control/permissions.ts",
    find: `"org:delete": ownerOnly,`,
    replace: `"org:delete": admins,`,
    test: "packages/core/src/organizations/access-control/permissions.test.ts",
    name: "gives each role what the rules say",
  },
  {
    row: "R-AZ-09",
    what: "a permission that nobody declared is granted to nobody",
    file: CONTROL,
    find: "const allows = (role: Role, permission: P): boolean => byRole[role].has(permission);",
    replace:
      "const allows = (role: Role, permission: P): boolean => byRole[role].has(permission) || !(permission in permissions);",
    test: ACCESS,
    name: "that nobody declared is granted to nobody",
  },
  {
    row: "R-AZ-10",
    what: "every denial is logged",
    file: DENIALS,
    find: `logger.warn("authz_fail", { userId, organizationId, permission });`,
    replace: "void logger;",
    test: ACCESS,
    name: "is logged each time, with who, where and what",
  },
  {
    row: "R-AZ-10",
    what: "a denial is audited once in ten minutes",
    file: "packages/core/src/background/audit-log/note-event.procedure.ts",
    find: "await isFirstEntry(store.counters, world, denied.userId, denied)",
    replace: "(await isFirstEntry(store.counters, world, denied.userId, denied)) || true",
    test: ACCESS,
    name: "is audited once in ten minutes, however often and however many at once",
  },
  {
    row: "R-AZ-10",
    what: "a denial is audited",
    file: "packages/core/src/background/audit-log/note-event.procedure.ts",
    find: "await isFirstEntry(store.counters, world, denied.userId, denied)",
    replace: "(await isFirstEntry(store.counters, world, denied.userId, denied)) && false",
    test: ACCESS,
    name: "is audited once in ten minutes, however often and however many at once",
  },
  {
    row: "R-AZ-10",
    what: "a denial under the lock is noted like any other",
    file: DENIALS,
    find: `if (AuthError.is(thrown) && thrown.code === "PERMISSION_DENIED") await noteDenial(env, denial);`,
    replace: "void denial;",
    test: "packages/server/test/explanations.test.ts",
    name: "a denial that shows only under the lock is logged and audited like any other",
  },
];
