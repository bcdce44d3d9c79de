import { z } from "zod";
import { isOneLine, isPlainText } from "#domain/plain-text.ts";
import { UnreadableEvent } from "#server/payments/provider.ts";

/** A provider's id or code, in a form that a row can hold. Real ones have some thirty characters. */
export const Ref = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => isPlainText(text) && isOneLine(text));
/** The id of the object that an event is about: some objects have none. */
export const ObjectRef = Ref.nullish();

/** The fields of an event in its schema, and no others. Throws UnreadableEvent, which names the wrong fields. */
export function readFields<S extends z.ZodType>(schema: S, event: unknown): z.output<S> {
  const read = schema.safeParse(event);
  if (read.success) return read.data;
  throw new UnreadableEvent(read.error.issues.map(({ path }) => path.join(".") || "body").join(", "));
}
