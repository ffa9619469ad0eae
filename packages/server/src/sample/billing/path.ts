/** Where the subscription of the active organization is. */
export const PATH = "/api/v1/billing/subscription";
