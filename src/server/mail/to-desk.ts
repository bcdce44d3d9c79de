import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Config } from "#server/config.ts";
import { link } from "./blocks.ts";
import type { Block, Email } from "./email.ts";
import { writeEmail } from "./write-email.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
/** Where an email leads at the desk, and the words of that link. */
type Opening = { text: string; path: string };

export const openOrder = (orderId: string): Opening => ({
  text: "Open the order",
  path: `/admin/order-management?${new URLSearchParams({ order: orderId }).toString()}`,
});

type DeskEmail = {
  kind: EmailKindFor<"desk">;
  subject: string;
  orderId?: string;
  blocks: Block[];
  opens: Opening;
};

/**
 * An email to the back office: in English, to the address of administrators, and last to where they act on it. Its words
 * stand in its template alone: a translation that nobody reads can't be kept right.
 */
export const toDesk = (
  { publicUrl, adminEmail }: Settings,
  { kind, subject, orderId, blocks, opens }: DeskEmail,
): Email =>
  writeEmail(kind, { email: adminEmail, language: "en", orderId }, () => ({
    subject,
    blocks: [...blocks, link(opens.text, new URL(opens.path, publicUrl.origin).href)],
  }));
