import { type Area, baseLedger } from "./words.js";

export const ORGANIZATIONS: Area = {
  title: "Organizations",
  text: "Organizations, their members, and invitations.",
  tables: {
    auth_organization: {
      store: "organizations",
      holds: "An organization.",
      readable: ["id", "name", "slug", "created_at"],
      columns: {
        slug: "its name in URLs",
        logo: "URL of a picture",
        metadata: "what the application stores with it",
        require_second_factor: "whether its members need one",
      },
    },
    auth_membership: {
      store: "memberships",
      holds: "The membership of a user in an organization, at most one for each pair.",
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
        inviter_id: "who sent it; empty when that account is gone",
      },
    },
  },
};

export const ENDS: Area = {
  title: "Deletion and export",
  text: "Requests to delete an account, and to export its data.",
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
      holds: "An erasure, recorded so that a restored backup does not bring the user back.",
      columns: { entry: "keyed pseudonym of the user", known_since: "when it was recorded" },
    },
    auth_export_request: {
      store: "exportRequests",
      holds: "A request for a personal export.",
      columns: {
        status: "what became of it",
        ready_at: "when the file was ready",
        expires_at: "when the file is removed",
        error_message: "why it failed",
        file_key: "the key of the file",
      },
    },
    auth_file_chunk: {
      store: "fileChunks",
      holds: "A piece of the file of an export.",
      columns: {
        file: "the key of the file",
        position: "number of the piece, from 0",
        bytes: "the piece, compressed",
      },
    },
  },
};

export const WORK: Area = {
  title: "Mails, jobs, limits and the audit log",
  text: "Queues, counters and the log. No foreign keys: these rows outlive what they are about.",
  tables: {
    auth_outbox_mail: {
      store: "outbox",
      holds: "A mail that waits to be sent, or could not be.",
      columns: {
        sealed: "recipient and text, encrypted",
        status: "queued or dead",
        expires_at: "when it is no longer of use",
        notice_group: "pseudonym by which notices to one recipient are counted",
        over_budget: "whether it waits until its recipient may get another mail",
      },
    },
    auth_job: {
      store: "jobs",
      holds: "Work that must be done once.",
      columns: {
        kind: "what is to be done",
        subject: "ids of what it is about",
        status: "queued or dead",
        payload: "what else the work needs",
        last_error: "why the last attempt failed",
      },
    },
    auth_counter: {
      store: "counters",
      holds: "How often a limited action was done.",
      columns: {
        key: "what is counted, as pseudonyms",
        count: "how often",
        spent: "always true; not read",
        resets_at: "when it counts from zero again",
      },
    },
    auth_audit_entry: {
      store: "audit",
      holds: "An event of the audit log.",
      columns: {
        at: "when it happened",
        event: "name of the event",
        user_id: "the user who did it, or to whom it happened",
        organization_id: "in which organization",
        detail: "details of the event",
        operator: "which operator did it, and why",
        done_to: "the user to whom it was done, if another did it",
      },
    },
    auth_migration: baseLedger,
  },
};
