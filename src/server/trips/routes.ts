import type { FastifyInstance } from "fastify";
import { denyReturn as denyReturnEndpoint } from "#contract/return-denials.ts";
import {
  finishConditionRecord,
  freeKeptDays as freeKeptDaysEndpoint,
  listConditionRecords,
  recordCarBack as recordCarBackEndpoint,
  recordHostCarBack,
  recordHostRepairDays,
  recordRepairDays,
  takeBackRepairDays,
} from "#contract/trips.ts";
import { wireMoney } from "#domain/money.ts";
import { can } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { rulingFor } from "#server/auth/refuse-own-affair.ts";
import { shownStretches } from "#server/rentals/stretches.ts";
import { repairsOf } from "#server/rentals/repairs.ts";
import { findRecords, presentRecord, stretchesToRecord } from "./queries.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { findDenialsOf } from "#server/payouts/pickup-denials/queries.ts";
import { type Services, today } from "#server/services.ts";
import { denyReturn } from "./return-denials/deny.ts";
import { findReturnDenials, shownReturnDenials } from "./return-denials/queries.ts";
import { finishRecord, recordCarBack } from "./finish.ts";
import { findKeptDays, freeKeptDays, type KeptDays } from "./kept-days.ts";
import { orderFor, recordableOf } from "./own-order.ts";
import { seenByHost } from "./seen-by-host.ts";
import { shownDenials } from "./shown-denials.ts";
import type { RecordedRepairs } from "./apply-repairs.ts";
import { mayRecordRepair, recordRepair } from "./record-repair.ts";
import { takeBackRepair } from "./take-back-repair.ts";
import { missingForHandover } from "./missing.ts";

/** The routes where condition records change their order: the handover and the return. */
export function handoverRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listConditionRecords, async ({ owned, signedIn: { account } }) => {
    const { order, side, only, theirs } = await orderFor(services, owned);
    const isSeen = (stretch: number) => theirs === undefined || theirs.includes(stretch);
    const found = (await findRecords(db, order.id, account.id)).filter(({ record }) =>
      isSeen(record.stretch),
    );
    const { next, stretches: driven } = await stretchesToRecord(db, order, theirs);
    const stretches = await shownStretches(db, order);
    const own = only?.at(-1);
    const open = recordableOf(order, side, today(services), only);
    // An earlier car may come back on any day, whatever the order's status is.
    const isEarlierNext = next("return") < (stretches.at(-1)?.number ?? 1);
    const shown = stretches.filter(({ number }) => isSeen(number));
    const seen = side === "host" ? await seenByHost(db, order, { hostId: account.id, shown, only }) : order;
    return {
      records: found.map(presentRecord),
      open: isEarlierNext ? [...new Set([...open, "return" as const])] : open,
      stretchOf: { pickup: own ?? next("pickup"), return: own ?? next("return") },
      returnEnds: own === undefined && !order.replacing && next("return") === stretches.at(-1)?.number,
      stretches: shown,
      lacks: order.status === "confirmed" && !only ? await missingForHandover(services, db, order) : [],
      mayOverride:
        side !== "host" &&
        can(account, "manage_users") &&
        (await rulingFor(db, { by: account.id, gate: "manage_users", renter: order })).mayDecide,
      reader: side,
      status: seen.status,
      orderNumber: order.orderNumber,
      carName: stretches.find(({ number }) => number === own)?.carName ?? order.carName,
      pickupDate: seen.pickupDate,
      returnDate: seen.returnDate,
      isCarOut: seen.isCarOut,
      milesIncluded: seen.milesIncluded,
      kept: side === "longbay" ? shownKept(await findKeptDays(db, order), account) : [],
      mayRecordRepair: side !== "renter" && !only && mayRecordRepair(order, side === "host", today(services)),
      repairs: only
        ? []
        : (await repairsOf(db, order.id)).filter((repair) =>
            shown.some(({ from, until }) => repair.from <= until && from <= repair.until),
          ),
      denials: shownDenials({
        denied: await findDenialsOf(db, order.id),
        records: found.map(({ record }) => record),
        stretches: driven,
        mayDeny: side === "renter",
        now: services.now(),
      }),
      returnDenials: shownReturnDenials(
        {
          denied: await findReturnDenials(db, order.id),
          records: found.map(({ record }) => record),
          order,
          last: stretches.length,
        },
        { mayDeny: side !== "renter", now: services.now() },
      ),
    };
  });

  serve(app, finishConditionRecord, async ({ params: { recordId }, body, owned, signedIn }) => {
    const { account } = signedIn;
    const finished = { orderId: owned.id, recordId, account, said: body ?? {} };
    return presentRecord(await finishRecord(services, finished));
  });

  serve(app, denyReturnEndpoint, async ({ params: { recordId }, body, owned, signedIn: { account } }) => {
    const { order, side } = await orderFor(services, owned);
    const denial = { orderId: order.id, recordId, words: body.words, by: account.id };
    return denyReturn(services, { ...denial, side: side === "host" ? "host" : "longbay" });
  });

  serve(app, recordCarBackEndpoint, async ({ owned, signedIn: { account } }) => {
    await recordCarBack(services, { orderId: owned.id, by: account.id });
    return { isCarOut: false };
  });

  serve(app, recordHostCarBack, async ({ owned, signedIn: { account } }) => {
    const { order } = await orderFor(services, owned);
    await recordCarBack(services, { orderId: order.id, by: account.id, isHost: true });
    return { isCarOut: false };
  });

  serve(app, freeKeptDaysEndpoint, async ({ params, body, signedIn: { account } }) => {
    const { id: orderId } = await loadOrder(db, params.id);
    return { kept: shownKept(await freeKeptDays(services, { ...body, orderId, by: account.id }), account) };
  });

  serve(app, recordRepairDays, async ({ body, owned, signedIn: { account } }) =>
    shownRepairs(await recordRepair(services, { ...body, orderId: owned.id, by: account.id })),
  );

  serve(app, takeBackRepairDays, async ({ params: { repairId }, body, owned, signedIn: { account } }) =>
    shownRepairs(await takeBackRepair(services, { ...body, orderId: owned.id, repairId, by: account.id })),
  );

  serve(app, recordHostRepairDays, async ({ body, owned, signedIn: { account } }) => {
    const { order } = await orderFor(services, owned);
    const repair = { ...body, orderId: order.id, by: account.id, isHost: true };
    return shownRepairs(await recordRepair(services, repair));
  });
}

const shownKept = (kept: readonly KeptDays[], account: AccountRow) =>
  kept.map((days) => ({ ...days, mayFree: days.isBack && can(account, "manage_cars") }));

const shownRepairs = ({ repairs, days, amount, total }: RecordedRepairs) => ({
  repairs,
  days,
  amount: wireMoney(amount),
  total: wireMoney(total),
});
