import { personName } from "#domain/people/person-name.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { and, asc, eq, gt, isNull, ne } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  changeConversation,
  getInboxConversation,
  listInbox,
  listInboxPeople,
} from "#contract/admin/conversations.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { conversations, messages } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { contactMessages } from "#server/db/schema/mail.ts";
import { announce } from "#server/events/announce.ts";
import { serve } from "#server/http/serve.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { Services } from "#server/services.ts";
import { conversationNotFound } from "./access.ts";
import { findOver } from "./over.ts";
import { readInstantPlace, writeInstantPlace } from "#server/db/list-cursor.ts";
import { lastOfFull, setNextLink } from "#server/http/pagination.ts";
import { presentInbox } from "./present.ts";
import { findInbox, findListed, isByWaiting, type ListedConversation, lockConversation } from "./queries.ts";

const usualPage = 40;
const mostPeople = 200;

/** The one inbox: all conversations. */
export function conversationAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;

  async function load(id: string): Promise<ListedConversation> {
    const found = await findListed(database, id);
    if (!found) throw conversationNotFound();
    return found;
  }

  const show = async (row: ListedConversation, reads: Language) =>
    presentInbox(services, row, { reads, isOver: (await findOver(db, [row], now())).has(row.id) });

  serve(app, listInbox, async ({ query, signedIn, request, reply }) => {
    const { state = "open", search, account, limit = usualPage, cursor } = query;
    const found = await findInbox(database, {
      state,
      by: signedIn.account.id,
      account,
      search,
      limit,
      after: cursor === undefined ? undefined : readInstantPlace(cursor),
    });
    const last = lastOfFull(found, limit);
    const at = isByWaiting(state) ? (last?.waitingSince ?? last?.lastAt) : last?.lastAt;
    setNextLink(request, reply, last && at ? writeInstantPlace({ at, id: last.id }) : undefined);
    const over = await findOver(db, found, now());
    return found.map((row) =>
      presentInbox(services, row, { reads: visitorLanguage(request), isOver: over.has(row.id) }),
    );
  });

  serve(app, listInboxPeople, async () =>
    (
      await db
        .select({ id: accounts.id, name: accounts.fullName, email: accounts.email })
        .from(accounts)
        .where(and(eq(accounts.role, "admin"), isNull(accounts.suspendedAt), eq(accounts.isReadOnly, false)))
        .orderBy(asc(accounts.fullName), asc(accounts.id))
        .limit(mostPeople)
    ).map(({ id, name, email }) => ({ id, name: name || email })),
  );

  serve(app, getInboxConversation, async ({ params, request }) =>
    show(await load(params.id), visitorLanguage(request)),
  );

  serve(app, changeConversation, async ({ params, body, signedIn, request }) => {
    const by = signedIn.account.id;
    const row = await load(params.id);
    const { assignedTo, from, isClosed, seen, seenReportAt } = body;
    await database.transaction(async (tx) => {
      const locked = await lockConversation(tx, row.id);
      if (isClosed && seen !== undefined) await refuseUnseen(tx, row.id, seen);
      if (isClosed && seenReportAt !== undefined)
        refuseUnseenReport(locked?.reportedAt ?? null, seenReportAt);
      if (assignedTo !== undefined && from !== undefined)
        await refuseFaster(tx, locked?.assignedTo ?? null, { assignedTo, from });
      if (assignedTo) await refuseNoAdmin(tx, assignedTo);
      await tx
        .update(conversations)
        .set({
          ...(assignedTo !== undefined && { assignedTo }),
          ...(isClosed !== undefined && {
            closedAt: isClosed ? new Date(now()) : null,
            // The administrator who closes the conversation has read it: nobody waits for an answer.
            ...(isClosed && { waitingSince: null, adminUnread: 0 }),
          }),
          // An empty body changes nothing, and isn't an error.
          ...(assignedTo === undefined && isClosed === undefined && { subject: row.subject }),
        })
        .where(eq(conversations.id, row.id));
      if (isClosed !== undefined)
        await closeContactMessage(tx, row.id, isClosed ? new Date(now()) : null, by);
      await announce(tx, { kind: "note", conversationId: row.id, admins: "administrator" });
    });
    return show(await load(row.id), visitorLanguage(request));
  });
}

/** Throws a Refusal if a renter, host or visitor has written since a message: it would be closed unread. */
async function refuseUnseen(tx: Db, id: string, seen: number): Promise<void> {
  const isNewer = and(eq(messages.conversationId, id), gt(messages.number, seen), ne(messages.side, "admin"));
  if ((await tx.$count(messages, isNewer)) > 0)
    throw new Refusal("stale", "A new message has come in since you opened this conversation.");
}

/** Throws a Refusal if the conversation was reported after the report that the administrator saw, if any. */
function refuseUnseenReport(reportedAt: Date | null, seen: string | null): void {
  if (reportedAt && (seen === null || new Date(seen).getTime() !== reportedAt.getTime()))
    throw new Refusal("stale", "Somebody has reported this conversation since you opened it.");
}

/**
 * Throws a Refusal where somebody else has said since `from` who takes care of a conversation. The same said twice
 * isn't a contradiction: an answer may have been lost.
 */
async function refuseFaster(
  tx: Db,
  now: string | null,
  { assignedTo, from }: { assignedTo: string | null; from: string | null },
): Promise<void> {
  if (now === from || now === assignedTo) return;
  const [keeper] = now ? await tx.select().from(accounts).where(eq(accounts.id, now)) : [];
  throw new Refusal(
    "stale",
    keeper
      ? `${personName(keeper)} takes care of this conversation by now.`
      : "Nobody takes care of this conversation anymore.",
  );
}

async function refuseNoAdmin(tx: Db, id: string): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id));
  if (!account || !isAdministrator(account) || account.suspendedAt || account.isReadOnly)
    throw invalidField("assignedTo", "is no administrator who can answer");
}

/** Closes or reopens the contact message that began the conversation, unless it was answered. */
const closeContactMessage = (tx: Db, id: string, at: Date | null, by: string): Promise<unknown> =>
  tx
    .update(contactMessages)
    .set({ closedAt: at, closedBy: at && by })
    .where(
      and(
        isNull(contactMessages.answeredAt),
        eq(
          contactMessages.id,
          tx
            .select({ id: conversations.contactMessageId })
            .from(conversations)
            .where(eq(conversations.id, id)),
        ),
      ),
    );
