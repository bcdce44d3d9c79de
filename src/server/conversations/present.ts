import type { InboxConversation } from "#contract/admin/conversations.ts";
import type { Conversation, Message } from "#contract/conversations.ts";
import { brand } from "#domain/brand.ts";
import { type Attachment, presentAttachment } from "#domain/conversations/attachments.ts";
import type { MessageSide, PeopleSide } from "#domain/conversations/conversations.ts";
import { isBetween } from "#domain/conversations/parties.ts";
import { ownStage } from "#domain/orders/own-orders.ts";
import type { Language } from "#domain/languages.ts";
import { shareableName } from "#domain/reviews/reviews.ts";
import { type Services, today } from "#server/services.ts";
import type { ListedConversation, MessageRow } from "./queries.ts";

type PresentServices = Pick<Services, "imageStore" | "now">;

export type ConversationView = {
  side: MessageSide;
  reads: Language;
  /** Whether the renter and the host may no longer write to one another in it. */
  isOver?: boolean;
};

/** A conversation as one of its sides sees it, in the reader's language. */
export function presentConversation(
  services: PresentServices,
  row: ListedConversation,
  { side, reads, isOver = false }: ConversationView,
): Conversation {
  const unread = unreadOf[side](row);
  return {
    id: row.id,
    about: aboutOf(services, row, side),
    subject: row.subject,
    from: row.lastSide === "admin" ? adminName(row.lastAuthor, reads) : nameOn(row, row.lastSide, side),
    fromSide: row.lastSide,
    preview: row.lastPreview,
    timestamp: row.lastAt,
    isRead: unread === 0,
    unread,
    isClosed: row.closedAt !== null,
    between: isBetween(row) ? firstNamesOf(row) : null,
    isJoined: isBetween(row) && row.adminJoinedAt !== null,
    isOver,
    isBlocked: side === "host" && row.host ? row.host.isBlocked : row.isBlocked,
    isQuoted: row.lastIsQuoted,
    isReported: row.reportedAt !== null,
    readByOther: readByOther(row, side),
  };
}

const unreadOf: Record<MessageSide, (row: ListedConversation) => number> = {
  renter: ({ renterUnread }) => renterUnread,
  host: ({ hostUnread }) => hostUnread,
  admin: ({ adminUnread }) => adminUnread,
};

/** The last message that the other side has read: renter or host for one another; for us, both of them. */
function readByOther(row: ListedConversation, side: MessageSide): number {
  const { renterReadNumber, hostReadNumber, adminReadNumber } = row;
  if (!isBetween(row))
    return side !== "admin" ? adminReadNumber : row.hostId === null ? renterReadNumber : hostReadNumber;
  if (side === "admin") return Math.min(renterReadNumber, hostReadNumber);
  return side === "renter" ? hostReadNumber : renterReadNumber;
}

type ConversationNames = Pick<ListedConversation, "renterName" | "hostName" | "person" | "host">;

/** A renter and a host see one another's first names here, or an empty name where none may be shown. */
export const firstNamesOf = ({
  renterName,
  hostName,
}: ConversationNames): { renter: string; host: string } => ({
  renter: shareableName(renterName ?? ""),
  host: shareableName(hostName ?? ""),
});

/** The name of a person for a reader: the whole name for us and for themselves, else the first name. */
const nameOn = (row: ConversationNames, of: PeopleSide, reader: MessageSide): string =>
  reader === "admin" || reader === of
    ? of === "host" && row.host
      ? row.host.name
      : row.person.name
    : firstNamesOf(row)[of];

export const presentInbox = (
  services: PresentServices,
  row: ListedConversation,
  view: Omit<ConversationView, "side">,
): InboxConversation => ({
  ...presentConversation(services, row, { ...view, side: "admin" }),
  language: row.language,
  person: row.person,
  host: row.host,
  reportedAt: row.reportedAt,
  reportedSide: row.reportedSide,
  assignedTo: row.assignedTo,
  waitingSince: row.waitingSince,
  reportReason: row.reportReason,
  isUnconfirmed: row.accountId === null && row.hostId === null,
  deniedAt: row.deniedAt,
});

function aboutOf(
  services: PresentServices,
  { orderId, orderNumber, carId, carName, rental, car, isOfEarlierHost }: ListedConversation,
  side: MessageSide,
): Conversation["about"] {
  if (orderId) {
    const about = { kind: "order" as const, id: orderId, label: orderNumber ?? "" };
    // The host of an earlier car learns nothing of the rental's next car.
    if (!rental || (side === "host" && isOfEarlierHost)) return about;
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
    names,
  }: {
    attachments?: Attachment[] | undefined;
    canTranslate: boolean;
    reads: Language;
    /** The first names of a renter and a host, for a reader who is one of them. */
    names?: { renter: string; host: string } | undefined;
  },
): Message => ({
  id,
  number,
  side,
  author:
    side === "admin" ? adminName(author, reads) : ((isQuoted ? undefined : names?.[side]) ?? author ?? ""),
  isOwn: authorId === readerId,
  isInternal,
  isQuoted,
  text,
  language,
  createdAt: new Date(createdAt).toISOString(),
  attachments: attachments.map(presentAttachment),
  canTranslate,
});
