import { type Area, baseLedger } from "./words.js";

export const ORGANIZATIONS: Area = {
  title: "Organizations",
  text: "Who belongs to what, and who is asked to.",
  tables: {
    auth_organization: {
      store: "organizations",
      holds: "An organization.",
      readable: ["id", "name", "slug", "created_at"],
      columns: {
        slug: "its name in addresses",
        logo: "address of a picture",
        metadata: "what the application keeps with it",
        require_second_factor: "whether its members need one",
      },
    },
    auth_membership: {
      store: "memberships",
      holds: "A user in an organization, once for each of the two.",
      readable: ["organization_id", "user_id", "role", "created_at"],
      columns: { role: "owner, admin or member" },
    },
    auth_invitation: {
      store: "invitations",
      holds: "An invitation to an organization.",
      columns: {
        email: "the email address that is invited",
        role: "the role that it gives",
        status: "pending, accepted, rejected or canceled",
        inviter_id: "who sent it; empty when they are gone",
      },
    },
  },
};

export const ENDS: Area = {
  title: "Deletion and export",
  text: "How an account ends, and what a user takes along.",
  tables: {
    auth_deletion_request: {
      store: "deletionRequests",
      holds: "A request to delete an account.",
      columns: {
        user_id: "the user; empty when the account is gone",
        status: "what became of it",
        requested_at: "when it was made",
        scheduled_for: "when the account is erased",
        reason: "what the user gave as a reason; emptied with the account",
        ended_at: "when it ended",
        error_code: "why it was rejected, or that an attempt has failed",
      },
    },
    auth_erasure: {
      store: "erasures",
      holds: "An erasure that this database knows of, so that a backup brings no one back.",
      columns: { entry: "keyed pseudonym of the user", known_since: "since when" },
    },
    auth_export_request: {
      store: "exportRequests",
      holds: "A request for a personal export.",
      columns: {
        status: "what became of it",
        ready_at: "when the file was there",
        expires_at: "when the file goes",
        error_message: "why it failed",
        file_key: "the file",
      },
    },
    auth_file_chunk: {
      store: "fileChunks",
      holds: "A piece of the file of an export.",
      columns: {
        file: "the file",
        position: "number of the piece, from 0",
        bytes: "the piece, compressed",
      },
    },
  },
};

export const WORK: Area = {
  title: "Mails, jobs, limits and the audit log",
  text: "Work that waits, and what was done. No foreign keys: these rows outlive what they are about.",
  tables: {
    auth_outbox_mail: {
      store: "outbox",
      holds: "A mail that waits to be sent, or could not be.",
      columns: {
        sealed: "recipient and text, encrypted",
        status: "queued or dead",
        expires_at: "from then on it is of no use",
        notice_group: "pseudonym by which notices to one recipient are counted",
        over_budget: "whether it waits until its recipient may get another",
      },
    },
    auth_job: {
      store: "jobs",
      holds: "Work that must be done once.",
      columns: {
        kind: "what is to be done",
        subject: "ids of what it is about",
        status: "queued or dead",
        payload: "what the work needs besides",
        last_error: "what the last attempt failed of",
      },
    },
    auth_counter: {
      store: "counters",
      holds: "How often something limited was done.",
      columns: {
        key: "what is counted, by pseudonyms",
        count: "how often",
        spent: "always true; nobody reads it",
        resets_at: "when it counts from zero again",
      },
    },
    auth_audit_entry: {
      store: "audit",
      holds: "An event of the audit log.",
      columns: {
        at: "when it happened",
        event: "name of the event",
        user_id: "who did it, or whom it happened to",
        organization_id: "in which organization",
        detail: "what the event tells",
        operator: "which operator did it, and why",
        done_to: "whom it was done to, where another did it",
      },
    },
    auth_migration: baseLedger,
  },
};
