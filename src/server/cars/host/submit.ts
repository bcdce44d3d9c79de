import { carOfHost } from "#domain/cars/host/columns.ts";
import { type FieldError, Refusal } from "#contract/errors.ts";
import {
  hostFieldNames,
  readHostFields,
  type SubmissionPart,
  wholeValues,
} from "#domain/cars/host/fields.ts";
import { type HostAction, stateAfter } from "#domain/cars/listing-states.ts";
import { findAccount, findNewestApplication } from "#server/auth/accounts.ts";
import { keepHosting } from "#server/auth/hosts.ts";
import { ordersOfCar } from "#server/cars/admin-filters.ts";
import { keptForOrder } from "#server/cars/delete-car.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostApplications } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { announce } from "#server/events/announce.ts";
import { isBeingBooked } from "#server/rentals/held-by.ts";
import { type Services, today } from "#server/services.ts";
import { findClaimant, waitForClaims, writeClaimed } from "./claims.ts";
import { dropContent, forgetWaiting } from "./papers.ts";
import { type HostedCar, imagesOf, standingOf, stateOf } from "./queries.ts";
import { lockOwnCar, notInState, reread, writeOwn } from "./save.ts";

type HostedCarKey = { id: string; hostId: string; seen: string | undefined };

/** Submits, pauses, resumes or retires a host's car. A second call changes nothing. Throws a Refusal. */
export async function moveHostCar(
  services: Services,
  action: HostAction,
  which: HostedCarKey,
): Promise<HostedCar> {
  const { moved, gone } = await services.database.transaction(async (tx) => {
    const hosted = await lockOwnCar(services, tx, which);
    const state = stateOf(hosted);
    const to = stateAfter(action, state);
    if (!to) throw notInState(sentences[action]);
    if (to === state && !(action === "submit" && (await mayApplyAnew(tx, which.hostId))))
      return { moved: hosted, gone: [] };
    if (action === "submit") await submit(services, tx, hosted);
    if (action === "resume") await refuseUnfit(services, tx, hosted);
    if (action === "retire") await refusePromised(tx, which.id);
    if (action !== "submit") {
      await writeClaimed(tx, which.id, { listingState: to }, to);
      if (to !== "retired") await writeOwn(services, tx, hosted, {});
    }
    const papers = to === "retired" ? await forgetWaiting(services, tx, hosted) : [];
    await audit(tx, {
      actor: which.hostId,
      entity: "car",
      entityId: which.id,
      action: to,
      before: { state },
      after: { state: to },
    });
    return { moved: await reread(tx, which.id), gone: papers };
  });
  await services.carFacts.changed();
  await dropContent(services, gone);
  return moved;
}

const sentences: Record<HostAction, string> = {
  submit: "Only a draft, or a car that was declined, can be submitted.",
  pause: "Only a listed car can be paused.",
  resume: "Only a paused car can be listed again.",
  retire: "This car can't be retired. You can delete it instead.",
};

/** Whether an account may apply again with a submitted car: it doesn't host, and no application waits. */
async function mayApplyAnew(tx: Db, accountId: string): Promise<boolean> {
  const account = await findAccount(tx, accountId);
  if (account?.hostingSince !== null) return false;
  return (await findNewestApplication(tx, accountId))?.status !== "pending";
}

/** Submits a car. The first submission creates the car's own row, and an application to host if necessary. */
async function submit(services: Services, tx: Db, hosted: HostedCar): Promise<void> {
  const { own, car } = hosted;
  const date = today(services);
  const { fields, lacks } = standingOf(hosted, date);
  const values = wholeValues(readHostFields(fields, date));
  if (lacks.length || !values) throw incomplete(lacks);
  const columns = {
    ...carOfHost(values, typeof fields.bodyStyle === "string" && fields.bodyStyle !== ""),
    images: imagesOf(hosted),
    listingState: "submitted",
  } as const;
  if (car) await writeClaimed(tx, own.id, columns, "submitted");
  else {
    await waitForClaims(tx);
    const claimant = await findClaimant(tx, own.id, columns);
    await tx.insert(cars).values({
      ...columns,
      id: own.id,
      hostId: own.hostId,
      available: false,
      isContested: claimant !== undefined,
    });
  }
  const at = new Date(services.now());
  await writeOwn(services, tx, hosted, {
    typed: {},
    images: [],
    reason: "",
    submittedAt: at,
    waitingSince: null,
  });
  const account = await findAccount(tx, own.hostId);
  if (account?.hostingSince === null)
    await tx.insert(hostApplications).values({ accountId: account.id, createdAt: at }).onConflictDoNothing();
  await announce(tx, { kind: "alert", admins: "manage_cars" }, { kind: "alert", admins: "manage_users" });
}

/** Throws a Refusal for a car that isn't complete, or whose owner may not host: such a car isn't listed again. */
async function refuseUnfit(services: Services, tx: Db, hosted: HostedCar): Promise<void> {
  if (!(await keepHosting(tx, hosted.own.hostId)))
    throw new Refusal("host_not_approved", "Your account can't host at the moment. Please contact us.");
  const { lacks } = standingOf({ ...hosted, own: { ...hosted.own, typed: {} } }, today(services));
  if (lacks.length) throw incomplete(lacks);
}

export const incomplete = (lacks: readonly SubmissionPart[]): Refusal =>
  new Refusal("car_incomplete", `The car isn't complete yet: ${lacks.join(", ")}.`, {
    fields: Object.fromEntries(lacks.map((part): [string, FieldError] => [part, lackOf(part)])),
  });

const lackOf = (part: SubmissionPart): FieldError => {
  if (part === "images") return { code: "too_few", message: "needs at least five pictures" };
  const isField = hostFieldNames.some((name) => name === part);
  return isField
    ? { code: "required", message: "is missing or isn't right yet" }
    : { code: "required", message: "is missing or has expired" };
};

/** Throws a Refusal for a car that is promised to somebody, or is being booked. */
export async function refusePromised(tx: Db, id: string): Promise<void> {
  const { open } = await ordersOfCar(tx, id);
  const kept = open[0] ?? (await keptForOrder(tx, id));
  if (kept !== undefined)
    throw new Refusal(
      "car_has_open_orders",
      `This car is promised to somebody (${kept}). Complete or cancel that first.`,
    );
  if (await isBeingBooked(tx, id))
    throw new Refusal(
      "car_has_open_orders",
      "Somebody is booking this car right now. Please try again in half an hour.",
    );
}
