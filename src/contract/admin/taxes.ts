import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Money, unlessEmpty, Month } from "#contract/fields.ts";

/** A tax at a rate in a city, with its amounts in a month's books. */
export const BilledTaxShown = z.object({
  name: z.string(),
  zh: z.optional(z.string()),
  percent: z.number(),
  city: z.string(),
  /** What was taxed, and the tax that was billed for it. */
  taxed: Money,
  billed: Money,
  /** What was taxed and then taken back, and its tax: changed, canceled or given back before it was paid. */
  taxedBack: Money,
  takenBack: Money,
  /** What is left to file: the taxed amount, and the tax. */
  taxedToFile: Money,
  toFile: Money,
});
export type BilledTaxShown = z.infer<typeof BilledTaxShown>;

export const listBilledTaxes = endpoint({
  method: "GET",
  path: "/api/admin/finance/taxes",
  summary: "What a month's books have of each tax, by rate and city: billed, taken back and left to file",
  tag: "Admin: finance",
  access: ["manage_payments"],
  query: z.object({
    month: unlessEmpty(Month),
  }),
  response: z.array(BilledTaxShown),
  status: 200,
});
