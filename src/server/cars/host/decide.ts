import { Refusal } from "#contract/errors.ts";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { typedOfCar } from "#domain/cars/host/columns.ts";
import { addedImages, type LivePart, revertedContent, wordParts } from "#domain/cars/host/live-content.ts";
import { hasExpired } from "#domain/cars/host/papers.ts";
import { findAccount, findNewestApplication } from "#server/auth/accounts.ts";
import { keepHosting } from "#server/auth/hosts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { dropImages } from "#server/cars/save-car.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { announce } from "#server/events/announce.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { writeClaimed } from "./claims.ts";
import { acceptPapers, dropContent, forgetPapers } from "./papers.ts";
import { writeImages } from "./images.ts";
import { pauseWithoutPhotos } from "./pause-cars.ts";
import { type CarRow, contentOf, type HostedCar, lockHostedCar, standingOf } from "./queries.ts";
import { applyFields, notInState, refuseStale, reread, writeOwn } from "./save.ts";
import { incomplete } from "./submit.ts";
import { tellHost } from "./tell-host.ts";

type Decision = {
  id: string;
  by: string;
  decision: "listed" | "declined";
  reason: string;
  seen: string | undefined;
};

type OfCar = HostedCar & { car: CarRow };

/** Locks a host's car. Throws a Refusal if the administrator saw another version or is the host. */
async function lockForAdmins(
  services: Services,
  tx: Db,
  { id, by, seen }: { id: string; by: string; seen: string | undefined },
): Promise<OfCar> {
  const hosted = await lockHostedCar(tx, id);
  if (!hosted?.car) throw carNotFound();
  refuseStale(services, hosted, seen);
  await refuseOwnAffair(tx, {
    by,
    gate: "manage_cars",
    renter: { accountId: hosted.own.hostId },
    of: { entity: "car", entityId: id },
  });
  return { ...hosted, car: hosted.car };
}

const reasonNeeded = (): Refusal =>
  new Refusal("reason_needed", "Please say why, so that the host knows what to change.");

/**
 * Decides, for the back office, whether a submitted car is listed or declined, or whether the changes of a listed one
 * are accepted. Throws a Refusal.
 */
export async function decideHostCar(services: Services, decision: Decision): Promise<HostedCar> {
  const { hosted, gone } = await services.database.transaction(async (tx) => {
    const before = await lockForAdmins(services, tx, decision);
    if (decision.decision === "declined" && !decision.reason) throw reasonNeeded();
    const decided =
      before.car.listingState === "submitted"
        ? await decideSubmitted(services, tx, before, decision)
        : await decideChanges(services, tx, before, decision);
    await announce(tx, { kind: "alert", admins: "manage_cars" });
    return { hosted: await reread(tx, decision.id), gone: decided };
  });
  await services.carFacts.changed();
  await dropContent(services, gone);
  return hosted;
}

/** Lists or declines a submitted car. Both its host and the car must be approved before it is listed. */
async function decideSubmitted(
  services: Services,
  tx: Db,
  hosted: HostedCar,
  decision: Decision,
): Promise<string[]> {
  const { own } = hosted;
  const isListed = decision.decision === "listed";
  if (isListed && !(await keepHosting(tx, own.hostId))) throw await notHosting(tx, own.hostId);
  if (isListed) {
    const { lacks } = standingOf(hosted, today(services));
    if (lacks.length) throw incomplete(lacks);
  }
  await writeClaimed(tx, own.id, { listingState: decision.decision }, decision.decision);
  await writeOwn(services, tx, hosted, decidedColumns(services, decision));
  const gone = isListed ? await acceptPapers(services, tx, own.id) : [];
  await tellHost(services, tx, hosted, isListed ? "listed" : "declined", decision.reason);
  await note(tx, decision, decision.decision, { state: "submitted" }, { state: decision.decision });
  return gone;
}

async function notHosting(tx: Db, hostId: string): Promise<Refusal> {
  if ((await findAccount(tx, hostId))?.suspendedAt)
    return new Refusal("host_suspended", "The car's host is suspended.");
  return (await findNewestApplication(tx, hostId))?.status === "pending"
    ? new Refusal("application_pending", "Please approve the host's application first.")
    : new Refusal(
        "host_not_hosting",
        "The car's owner doesn't host, and no application of theirs waits. Submitting the car again is a new one.",
      );
}

async function decideChanges(
  services: Services,
  tx: Db,
  hosted: HostedCar,
  decision: Decision,
): Promise<string[]> {
  const { own } = hosted;
  const date = today(services);
  const { waiting, waitingPapers, fields } = standingOf(hosted, date);
  if (!waiting.length && !waitingPapers.length) throw notInState("Nothing of this car waits for a decision.");
  const rest = Object.fromEntries(
    Object.entries(own.typed).filter(([name]) => !waiting.some((field) => field === name)),
  );
  const isAccepted = decision.decision === "listed";
  if (isAccepted) {
    // An expired new paper would replace a paper that may still be valid.
    const expired = hosted.papers.filter((paper) => !paper.acceptedAt && hasExpired(paper.lastDay, date));
    if (expired.length) throw incomplete(expired.map(({ kind }) => kind));
    await applyFields(services, tx, hosted, { fields, names: waiting, by: decision.by });
  }
  await writeOwn(services, tx, hosted, {
    ...decidedColumns(services, decision),
    typed: rest,
    waitingSince: null,
  });
  const gone = isAccepted
    ? await acceptPapers(services, tx, own.id)
    : await forgetPapers(tx, own.id, "waiting");
  await tellHost(services, tx, hosted, isAccepted ? "changes_accepted" : "changes_declined", decision.reason);
  const changed = [...waiting, ...waitingPapers];
  await note(tx, decision, isAccepted ? "changes_accepted" : "changes_declined", undefined, { changed });
  return gone;
}

const decidedColumns = (services: Services, { by, decision, reason }: Decision) => ({
  decidedAt: new Date(services.now()),
  decidedBy: by,
  reason: decision === "declined" ? reason : "",
});

type Note = Pick<Decision, "id" | "by" | "reason">;
const note = (
  tx: Db,
  { id, by, reason }: Note,
  action: AuditAction<"car">,
  before: unknown,
  after: unknown,
) => audit(tx, { actor: by, entity: "car", entityId: id, action, before, after, reason: reason || null });

type Look = {
  id: string;
  by: string;
  /** The parts that are put back to what they were; none where all may stay. */
  takeBack: readonly LivePart[];
  reason: string;
  seen: string | undefined;
};

/** Keeps a reason that was given after these changes, since it is about others, and drops an earlier one. */
const reasonLeft = ({ reason, decidedAt, unseenSince }: HostedCar["own"]): string =>
  decidedAt && unseenSince && decidedAt > unseenSince ? reason : "";

/**
 * Records that an administrator has seen a listed car's live changes, and takes parts back. A car that keeps too few
 * photos is paused. Throws a Refusal.
 */
export async function lookAtChanges(services: Services, look: Look): Promise<HostedCar> {
  const { id, by, takeBack, reason } = look;
  const { hosted, dropped } = await services.database.transaction(async (tx) => {
    const before = await lockForAdmins(services, tx, look);
    const { own, car } = before;
    if (own.unseenSince === null) throw notInState("Nothing of this car is left to look at.");
    if (takeBack.length && !reason) throw reasonNeeded();
    const was = contentOf(car);
    const { images, ...words } = revertedContent(was, own.unseen, takeBack);
    await writeOwn(services, tx, before, {
      unseen: {},
      unseenSince: null,
      reason: takeBack.length ? reason : reasonLeft(own),
    });
    if (takeBack.length) {
      await writeImages(tx, before, images, by);
      const fields = { ...typedOfCar(car), ...words, features: [...words.features] };
      await applyFields(services, tx, before, { fields, names: wordParts, by });
      const [paused] = await pauseWithoutPhotos(tx, [id], { by, reason });
      await tellHost(services, tx, before, paused ? "photos_taken_back" : "changes_taken_back", reason);
    }
    const action = takeBack.length ? "changes_taken_back" : "changes_seen";
    await note(tx, { by, id, reason }, action, undefined, { changed: Object.keys(own.unseen), takeBack });
    await announce(tx, { kind: "alert", admins: "manage_cars" });
    return { hosted: await reread(tx, id), dropped: addedImages(images, was.images) };
  });
  if (takeBack.length) await services.carFacts.changed();
  await dropImages(services, dropped);
  return hosted;
}
