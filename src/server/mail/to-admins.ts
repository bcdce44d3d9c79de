import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Config } from "#server/config.ts";
import { link } from "./blocks.ts";
import type { Block, Email } from "./email.ts";
import { writeEmail } from "./write-email.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
/** The back office's page that an email links to, and the link's text. */
type Opening = { text: string; path: string };

export const openOrder = (orderId: string): Opening => ({
  text: "Open the order",
  path: `/admin/order-management?${new URLSearchParams({ order: orderId }).toString()}`,
});

type AdminEmail = {
  kind: EmailKindFor<"admin">;
  subject: string;
  orderId?: string;
  blocks: Block[];
  opens: Opening;
};

/**
 * An email to the back office: in English, to the administrators' address, with a last link to the page where they
 * act on it. Its words are only in its template: a translation that nobody reads can't be kept right.
 */
export const toAdmins = (
  { publicUrl, adminEmail }: Settings,
  { kind, subject, orderId, blocks, opens }: AdminEmail,
): Email =>
  writeEmail(kind, { email: adminEmail, language: "en", orderId }, () => ({
    subject,
    blocks: [...blocks, link(opens.text, new URL(opens.path, publicUrl.origin).href)],
  }));
