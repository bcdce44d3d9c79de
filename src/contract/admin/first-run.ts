import * as z from "zod/mini";
import { firstRunStepNames } from "#domain/site/first-run.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Message } from "#contract/fields.ts";

const tag = "Admin: dashboard";

/** The steps before the first renter that the caller may take. */
export const FirstRun = z.object({
  steps: z.array(z.object({ step: z.enum(firstRunStepNames), isDone: z.boolean() })),
  /** Whether a mail server is set: without one, emails go nowhere. */
  hasMailServer: z.boolean(),
});
export type FirstRun = z.infer<typeof FirstRun>;

export const getFirstRun = endpoint({
  method: "GET",
  path: "/api/admin/first-run",
  summary: "What a new business has still to do, of what one may do oneself; no steps once all is done",
  tag,
  access: "admin",
  response: FirstRun,
  status: 200,
});

export const sendTestEmail = endpoint({
  method: "POST",
  path: "/api/admin/first-run/test-email",
  summary: "Send an email to oneself, to see that emails arrive",
  tag,
  access: ["all"],
  response: Message,
  status: 200,
});
