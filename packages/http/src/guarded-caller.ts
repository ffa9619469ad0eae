import type { Auth, Caller, CallerSession, User } from "@acme/auth-core";
import { viewMe } from "./views/me.view.js";
import { viewUser } from "./views/user.view.js";

type AccessControl = Pick<Auth["accessControl"], "permissionsOf">;

/** The user as an application receives it. As JSON it is what the surface shows: `reclaimedAt` is for the use cases. */
class GuardedUser implements User {
  readonly id: User["id"];
  readonly email: User["email"];
  readonly emailVerified: boolean;
  readonly name: string;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly reclaimedAt: Date | null;

  // Field by field into one shape: every guarded request comes this way.
  constructor(user: User) {
    this.id = user.id;
    this.email = user.email;
    this.emailVerified = user.emailVerified;
    this.name = user.name;
    this.image = user.image;
    this.createdAt = user.createdAt;
    this.updatedAt = user.updatedAt;
    this.reclaimedAt = user.reclaimedAt;
  }

  toJSON(): ReturnType<typeof viewUser> {
    return viewUser(this);
  }
}

/** The caller as an application receives it. What an application sends of it is what the surface would send. */
export class GuardedCaller implements Caller {
  readonly user: User;
  readonly session: CallerSession;
  readonly membership: Caller["membership"];
  readonly #accessControl: AccessControl;

  constructor({ user, session, membership }: Caller, accessControl: AccessControl) {
    this.user = new GuardedUser(user);
    this.session = session;
    this.membership = membership;
    this.#accessControl = accessControl;
  }

  toJSON(): ReturnType<typeof viewMe> {
    return viewMe(this, this.#accessControl);
  }
}
