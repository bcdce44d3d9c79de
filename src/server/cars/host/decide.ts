import { and, eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { findSignInFacts } from "#gotrue/queries.ts";
import { refuseOwnAffair } from "#server/auth/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { carBlocks, carFeeds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { announce } from "#server/events/announce.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { carExists, findClaimant, waitForClaims, writeClaimed } from "./claims.ts";
import { hostCarEmail, type HostCarEmail } from "./emails.ts";
import { acceptPapers, dropContent, forgetPapers } from "./papers.ts";
import { type HostedCar, lockHostedCar, standingOf } from "./queries.ts";
import { applyFields, notInState, refuseStale, reread, writeOwn } from "./save.ts";
import { incomplete, refusePromised } from "./submit.ts";

type Decision = {
  id: string;
  by: string;
  decision: "listed" | "declined";
  reason: string;
  seen: string | undefined;
};

/** The desk lists a submitted car or declines it, or lets the changes of a listed one in or not. Throws a Refusal. */
export async function decideHostCar(services: Services, decision: Decision): Promise<HostedCar> {
  const { hosted, gone } = await services.database.transaction(async (tx) => {
    const before = await lockHostedCar(tx, decision.id);
    if (!before?.car) throw carNotFound();
    refuseStale(services, before, decision.seen);
    await refuseOwnAffair(tx, {
      by: decision.by,
      gate: "manage_cars",
      renter: { accountId: before.own.hostId },
      of: { entity: "car", entityId: decision.id },
    });
    if (decision.decision === "declined" && !decision.reason)
      throw new Refusal("reason_needed", "Please say why, so that the host knows what to change.");
    const decided =
      before.car.listingState === "submitted"
        ? await decideSubmitted(services, tx, before, decision)
        : await decideChanges(services, tx, before, decision);
    await announce(tx, { kind: "alert", admins: "manage_cars" });
    return { hosted: await reread(tx, decision.id), gone: decided };
  });
  await services.catalogue.changed();
  await dropContent(services, gone);
  return hosted;
}

/** The listing comes with the yes to the person and to the car. */
async function decideSubmitted(
  services: Services,
  tx: Db,
  hosted: HostedCar,
  decision: Decision,
): Promise<string[]> {
  const { own } = hosted;
  const host = await findAccount(tx, own.hostId);
  const isListed = decision.decision === "listed";
  if (isListed && host?.hostingSince === null)
    throw new Refusal("application_pending", "Please approve the host's application first.");
  if (isListed) {
    const { lacks } = standingOf(hosted, today(services));
    if (lacks.length) throw incomplete(lacks);
  }
  await writeClaimed(tx, own.id, { listingState: decision.decision }, decision.decision);
  await writeOwn(services, tx, hosted, decidedColumns(services, decision));
  const gone = isListed ? await acceptPapers(services, tx, own.id) : [];
  await tell(services, tx, hosted, isListed ? "listed" : "declined", decision.reason);
  await note(tx, decision, decision.decision, { state: "submitted" }, { state: decision.decision });
  return gone;
}

async function decideChanges(
  services: Services,
  tx: Db,
  hosted: HostedCar,
  decision: Decision,
): Promise<string[]> {
  const { own } = hosted;
  const { waiting, waitingPapers, fields } = standingOf(hosted, today(services));
  if (!waiting.length && !waitingPapers.length) throw notInState("Nothing of this car waits for a decision.");
  const rest = Object.fromEntries(
    Object.entries(own.typed).filter(([name]) => !waiting.some((field) => field === name)),
  );
  const isAccepted = decision.decision === "listed";
  if (isAccepted) await applyFields(services, tx, hosted, { fields, names: waiting, by: decision.by });
  await writeOwn(services, tx, hosted, {
    ...decidedColumns(services, decision),
    typed: rest,
    waitingSince: null,
  });
  const gone = isAccepted
    ? await acceptPapers(services, tx, own.id)
    : await forgetPapers(tx, own.id, "waiting");
  await tell(services, tx, hosted, isAccepted ? "changes_accepted" : "changes_declined", decision.reason);
  const changed = [...waiting, ...waitingPapers];
  await note(tx, decision, isAccepted ? "changes_accepted" : "changes_declined", undefined, { changed });
  return gone;
}

const decidedColumns = (services: Services, { by, decision, reason }: Decision) => ({
  decidedAt: new Date(services.now()),
  decidedBy: by,
  reason: decision === "declined" ? reason : "",
});

const note = (tx: Db, { id, by, reason }: Decision, action: string, before: unknown, after: unknown) =>
  audit(tx, { actor: by, entity: "car", entityId: id, action, before, after, reason: reason || null });

async function tell(
  { config, outbox }: Services,
  tx: Db,
  { own, car }: HostedCar,
  what: HostCarEmail,
  reason: string,
): Promise<void> {
  const host = await findAccount(tx, own.hostId);
  if (!host || !car) return;
  await outbox.post(
    tx,
    hostCarEmail(config, what, host, own.language, { id: own.id, name: car.name, reason }),
  );
}

type Gift = { id: string; hostId: string | null; by: string; reason: string };

/**
 * Gives a car to another owner. What the former one typed and sent of it goes; it is paused until the new one offers
 * it. Orders keep the host that they were placed with. Throws a Refusal.
 */
export async function giveCar(services: Services, { id, hostId, by, reason }: Gift): Promise<void> {
  const gone = await services.database.transaction(async (tx) => {
    const hosted = await lockHostedCar(tx, id);
    const [car] = await tx.select().from(cars).where(eq(cars.id, id)).for("no key update");
    if (!car || car.listingState === "submitted" || car.listingState === "declined") throw carNotFound();
    if (car.hostId === hostId) return [];
    const to = hostId === null ? undefined : await findAccount(tx, hostId);
    if (hostId !== null && (!to || to.hostingSince === null || to.suspendedAt !== null))
      throw new Refusal("invalid", "hostId must be a host's account.", {
        fields: { hostId: { code: "not_a_host", message: "must be a host's account" } },
      });
    for (const one of [car.hostId, hostId])
      await refuseOwnAffair(tx, {
        by,
        gate: "manage_cars",
        renter: { accountId: one },
        of: { entity: "car", entityId: id },
      });
    await refusePromised(tx, id);
    const papers = hosted ? await forgetPapers(tx, id, "all") : [];
    await forgetCalendar(tx, id, car.hostId);
    await move(services, tx, { id, car, hosted, hostId });
    await audit(tx, {
      actor: by,
      entity: "car",
      entityId: id,
      action: "owner",
      before: { hostId: car.hostId },
      after: { hostId },
      reason: reason || null,
    });
    if (hosted) await tell(services, tx, hosted, "taken", reason);
    if (to) await tell(services, tx, await reread(tx, id), "given", reason);
    return papers;
  });
  await services.catalogue.changed();
  await dropContent(services, gone);
}

/** What the former host kept of a car's days goes: their blocks with their notes, and the calendars that it followed. */
async function forgetCalendar(tx: Db, carId: string, hostId: string | null): Promise<void> {
  await tx.delete(carFeeds).where(eq(carFeeds.carId, carId));
  if (hostId !== null)
    await tx.delete(carBlocks).where(and(eq(carBlocks.carId, carId), eq(carBlocks.createdBy, hostId)));
}

type Move = {
  id: string;
  car: typeof cars.$inferSelect;
  hosted: HostedCar | undefined;
  hostId: string | null;
};

async function move(services: Services, tx: Db, { id, car, hosted, hostId }: Move): Promise<void> {
  const isRetired = car.listingState === "retired";
  const now = new Date(services.now());
  const fresh = { typed: {}, reason: "", waitingSince: null, submittedAt: null, updatedAt: now };
  // A car that nobody may order has no claims of its former host's; the platform's are claimed again.
  if (hostId === null) {
    await waitForClaims(tx);
    const claimant = await findClaimant(tx, id, car);
    if (claimant) throw carExists(claimant.name);
    await tx
      .update(cars)
      .set({
        hostId: null,
        handoverAddress: "",
        isContested: false,
        ...(!isRetired && { listingState: "paused" }),
        updatedAt: now,
      })
      .where(eq(cars.id, id));
    await tx.delete(hostCars).where(eq(hostCars.id, id));
    return;
  }
  if (hosted)
    await tx
      .update(hostCars)
      .set({ ...fresh, hostId, version: hosted.own.version + 1 })
      .where(eq(hostCars.id, id));
  else {
    const language = (await findSignInFacts(tx, hostId))?.language ?? defaultLanguage;
    await tx.insert(hostCars).values({ id, hostId, language, createdAt: now, updatedAt: now });
  }
  await tx
    .update(cars)
    .set({ hostId, handoverAddress: "", ...(!isRetired && { listingState: "paused" }), updatedAt: now })
    .where(eq(cars.id, id));
}
