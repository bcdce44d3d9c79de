import * as z from "zod/mini";
import { CalendarDate } from "./fields.ts";

/** The days of a rental that are driven with one car; `until` is the first day of the next, or the return. */
export const ShownStretch = z.object({
  number: z.number(),
  carName: z.string(),
  from: CalendarDate,
  until: CalendarDate,
  /** True of days on which the renter had no car. */
  isWithoutCar: z.boolean(),
});
export type ShownStretch = z.infer<typeof ShownStretch>;
