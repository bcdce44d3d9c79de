import type { InboxConversation } from "#contract/admin/conversations.ts";
import type { Conversation, Message } from "#contract/conversations.ts";
import { brand } from "#domain/brand.ts";
import { type Attachment, presentAttachment } from "#domain/conversations/attachments.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import { ownStage } from "#domain/orders/own-orders.ts";
import type { Language } from "#domain/languages.ts";
import { type Services, today } from "#server/services.ts";
import type { ListedConversation, MessageRow } from "./queries.ts";

type PresentServices = Pick<Services, "imageStore" | "now">;

/** A conversation as one of its sides sees it, who reads a language. */
export function presentConversation(
  services: PresentServices,
  row: ListedConversation,
  side: MessageSide,
  reads: Language,
): Conversation {
  const unread = side === "renter" ? row.renterUnread : row.adminUnread;
  return {
    id: row.id,
    about: aboutOf(services, row),
    subject: row.subject,
    from: row.lastSide === "renter" ? row.person.name : adminName(row.lastAuthor, reads),
    fromSide: row.lastSide,
    preview: row.lastPreview,
    timestamp: row.lastAt,
    isRead: unread === 0,
    unread,
    isClosed: row.closedAt !== null,
    isBlocked: row.isBlocked,
    isQuoted: row.lastIsQuoted,
    isReported: row.reportedAt !== null,
    readByOther: side === "renter" ? row.adminReadNumber : row.renterReadNumber,
  };
}

export const presentInbox = (
  services: PresentServices,
  row: ListedConversation,
  reads: Language,
): InboxConversation => ({
  ...presentConversation(services, row, "admin", reads),
  language: row.language,
  person: row.person,
  assignedTo: row.assignedTo,
  waitingSince: row.waitingSince,
  reportReason: row.reportReason,
  isUnconfirmed: row.accountId === null,
  deniedAt: row.deniedAt,
});

function aboutOf(
  services: PresentServices,
  { orderId, orderNumber, carId, carName, rental, car }: ListedConversation,
): Conversation["about"] {
  if (orderId) {
    const about = { kind: "order" as const, id: orderId, label: orderNumber ?? "" };
    if (!rental) return about;
    const { status, ...shown } = rental;
    const stage = ownStage({ status, ...shown }, today(services));
    return { ...about, rental: { ...shown, stage, image: car && services.imageStore.imagesOf(car).image } };
  }
  if (carId) return { kind: "car", id: carId, label: carName ?? "" };
  return { kind: "support", id: null, label: "" };
}

/** Administrators write for us, and say who they are. */
const adminName = (name: string | null, reads: Language): string =>
  name ? `${name} · ${brand.name[reads]}` : brand.name[reads];

export const presentMessage = (
  { id, number, side, author, authorId, isInternal, isQuoted, text, language, createdAt }: MessageRow,
  readerId: string,
  {
    attachments = [],
    canTranslate,
    reads,
  }: { attachments?: Attachment[] | undefined; canTranslate: boolean; reads: Language },
): Message => ({
  id,
  number,
  side,
  author: side === "admin" ? adminName(author, reads) : (author ?? ""),
  isOwn: authorId === readerId,
  isInternal,
  isQuoted,
  text,
  language,
  createdAt: new Date(createdAt).toISOString(),
  attachments: attachments.map(presentAttachment),
  canTranslate,
});
