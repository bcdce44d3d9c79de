import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type AuditEntry, listAudit } from "#contract/admin/audit.ts";
import type { QueryRead } from "#contract/endpoint.ts";
import { Refusal } from "#contract/errors.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { RightsHolder } from "#domain/people/permissions.ts";
import { isInstant, notOfThisList, placeParts, writePlace } from "#server/db/list-cursor.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { lastOfFull, setNextLink, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import {
  actorsCalled,
  auditConditions,
  type AuditFilters,
  type AuditPlace,
  type AuditRow,
  findAudit,
  thingsCalled,
} from "./queries.ts";

const exportPage = 1000;

type AuditQuery = Pick<QueryRead<typeof listAudit>, "by" | "thing" | "entity" | "day">;

/** Who did what, for administrators; each administrator sees the entries of the lists that they may see. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, listAudit, async ({ query, signedIn: { account }, request, reply }) => {
    const { limit = usualPage, cursor } = query;
    const filters = await filtersOf(services, query);
    const found = await findAudit(
      database,
      auditConditions(account, filters),
      cursor ? readPlace(cursor) : undefined,
      limit,
    );
    const last = lastOfFull(found, limit);
    setNextLink(request, reply, last && writePlace([last.at, last.id]));
    return found.map(present);
  });

  serveCsv(app, services, {
    url: "/api/admin/audit/export.csv",
    access: listAudit.access,
    file: (on) => tableFile("audit", on),
    rows: async (request) => {
      const { account } = (await app.authorise(request, { access: listAudit.access })) ?? {};
      if (!account) throw new Refusal("unauthenticated", "Not authenticated");
      return Readable.from(exported(services, account, await filtersOf(services, readQuery(request))));
    },
  });
}

function readQuery(request: FastifyRequest): AuditQuery {
  const read = z.safeParse(listAudit.query, request.query);
  if (!read.success) throw new Refusal("invalid", "These filters aren't those of the list.");
  return read.data;
}

async function filtersOf(
  { database }: Services,
  { by, thing, entity, day }: AuditQuery,
): Promise<AuditFilters> {
  return {
    entity,
    actors: by ? await actorsCalled(database, by) : undefined,
    things: thing ? await thingsCalled(database, thing) : undefined,
    from: day && new Date(instantInLosAngeles(day, "00:00")).toISOString(),
    until: day && new Date(instantInLosAngeles(addDays(day, 1), "00:00")).toISOString(),
  };
}

function readPlace(text: string): AuditPlace {
  const [at, id] = placeParts(text);
  if (!isInstant(at) || typeof id !== "number" || !Number.isSafeInteger(id)) throw notOfThisList();
  return { at, id };
}

const present = ({ from, to, fields, reason, at, ...row }: AuditRow): AuditEntry => ({
  ...row,
  at: new Date(at).toISOString(),
  from: from ?? "",
  to: to ?? "",
  fields: fields ?? [],
  reason: reason ?? "",
});

/** The trail as CSV, read page by page: a million entries are never in memory. */
async function* exported(
  { database }: Services,
  reader: RightsHolder,
  filters: AuditFilters,
): AsyncGenerator<string> {
  yield csvRow(["at", "by", "kind", "thing", "id", "action", "from", "to", "fields", "reason"]);
  let after: AuditPlace | undefined;
  do {
    const found = await findAudit(database, auditConditions(reader, filters), after, exportPage);
    after = lastOfFull(found, exportPage);
    yield found
      .map(present)
      .map(({ at, by, entity, label, entityId, action, from, to, fields, reason }) =>
        csvRow([at, by, entity, label, entityId, action, from, to, fields.join(" "), reason]),
      )
      .join("");
  } while (after);
}
