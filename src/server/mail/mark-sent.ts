import { eq, or } from "drizzle-orm";
import { textMessages } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/open-database.ts";
import { emails } from "#server/db/schema/mail.ts";
import type { EmailContent } from "./email.ts";
import type { EmailRow } from "./queries.ts";

const forgotten: EmailContent = { greeting: "", blocks: [], signature: "" };

/** Marks an email and the parts joined in it as sent; an email with a key or a code keeps only its subject. */
export const markSent = (
  { db }: Pick<Database, "db">,
  { id, isSecret }: Pick<EmailRow, "id" | "isSecret">,
): Promise<unknown> =>
  db
    .update(emails)
    .set({ sentAt: new Date(), ...(isSecret && { content: forgotten }) })
    .where(or(eq(emails.id, id), eq(emails.joinedInto, id)));

/** Marks a text message as sent, and forgets the code in it. */
export const markTextSent = ({ db }: Pick<Database, "db">, id: string): Promise<unknown> =>
  db.update(textMessages).set({ sentAt: new Date(), body: "" }).where(eq(textMessages.id, id));
