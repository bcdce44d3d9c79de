import { brand } from "#domain/brand.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "./email.ts";
import { greeting } from "./greeting.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
/** Where an email leads at the desk, and the words of that link. */
type Opening = { text: string; path: string };

export const openOrder = (orderId: string): Opening => ({
  text: "Open the order",
  path: `/admin/order-management?${new URLSearchParams({ order: orderId }).toString()}`,
});

/** An email to the back office: in English, to the address of administrators, and last to where they act on it. */
export const toDesk = (
  { publicUrl, adminEmail }: Settings,
  {
    kind,
    subject,
    orderId,
    blocks,
    opens,
  }: Pick<Email, "kind" | "subject" | "orderId"> & { blocks: Block[]; opens: Opening },
): Email => ({
  kind,
  recipient: adminEmail,
  language: "en",
  subject,
  ...(orderId && { orderId }),
  content: {
    greeting: greeting("en"),
    blocks: [...blocks, { kind: "link", text: opens.text, url: new URL(opens.path, publicUrl.origin).href }],
    signature: brand.name.en,
  },
});
