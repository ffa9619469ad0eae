import { once, timestamp, z } from "@acme/auth-http/routes";

/** By what a session is proven: the schemas of its fields. */
export const sessionFactors = once(() => ({
  methods: z.array(z.string()).describe("By what the session is proven, the first proof first."),
  factors: z
    .union([z.literal(1), z.literal(2)])
    .describe("How many factors were proven: 2 exactly where `secondFactorAt` is set."),
  secondFactorAt: timestamp().nullable().describe("When a second factor was last proven."),
}));
