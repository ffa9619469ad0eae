import { createHmac } from "node:crypto";
import type { Hmac } from "../totp.js";

/** HMAC-SHA-1, by node:crypto. */
export const hmacSha1: Hmac = (key, message) => createHmac("sha1", key).update(message).digest();
