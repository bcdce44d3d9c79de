import { z } from "zod";
import { isOneLine, isPlainText } from "#domain/plain-text.ts";
import { UnreadableEvent } from "#server/payments/provider.ts";

/** A provider's id or word, as a row can hold it. Theirs are some thirty characters. */
export const Ref = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => isPlainText(text) && isOneLine(text));
/** Of what an event is about: some things have none. */
export const ObjectRef = Ref.nullish();

/** What an event says, by its schema and nothing beside. Throws UnreadableEvent, with the fields that will not do. */
export function readFields<S extends z.ZodType>(schema: S, event: unknown): z.output<S> {
  const read = schema.safeParse(event);
  if (read.success) return read.data;
  throw new UnreadableEvent(read.error.issues.map(({ path }) => path.join(".") || "body").join(", "));
}
