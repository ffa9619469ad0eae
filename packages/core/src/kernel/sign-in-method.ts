/** How a user proved who they are. */
export type SignInMethod = "password" | "email-otp" | "magic-link" | "oauth" | "passkey";
