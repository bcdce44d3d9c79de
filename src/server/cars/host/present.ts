import type { HostCar } from "#contract/host-cars.ts";
import { bodyStyleFor, isBodyStyle } from "#domain/cars/body-styles.ts";
import { type HostField, nothingTyped, type TypedFields, type TypedValue } from "#domain/cars/host/fields.ts";
import type { IsoDate } from "#domain/dates.ts";
import { versionOf } from "#server/http/etag.ts";
import type { Services } from "#server/services.ts";
import { type HostedCar, imagesOf, standingOf } from "./queries.ts";

/** A car as its host sees it, with its own pictures only: a host could take drawings for photos. */
export function presentHostCar(
  { imageStore, assistant }: Pick<Services, "imageStore" | "assistant">,
  hosted: HostedCar,
  today: IsoDate,
): HostCar {
  const { own, papers } = hosted;
  const { state, standing, fields, errors, lacks, waiting, waitingPapers } = standingOf(hosted, today);
  const images = imagesOf(hosted);
  const look = {
    brand: textOf(fields.brand),
    bodyStyle: bodyOf(fields),
    colour: textOf(fields.colour),
    images,
    pictureTexts: hosted.car?.pictureTexts ?? {},
  };
  const shown = {
    id: own.id,
    state,
    ...(nothingTyped() as Pick<HostCar, HostField>),
    ...(fields as Partial<Pick<HostCar, HostField>>),
    standingPrice: standing ? textOf(standing.monthlyPrice) : null,
    images,
    pictures: images.length ? ([...imageStore.imagesOf(look).pictures] as HostCar["pictures"]) : [],
    papers: papers.map(({ id, kind, lastDay, acceptedAt, createdAt }) => ({
      id,
      kind,
      lastDay,
      isAccepted: acceptedAt !== null,
      createdAt: createdAt.toISOString(),
    })),
    errors,
    lacks,
    waiting: [
      ...waiting.map((field) => ({
        field,
        from: String(standing?.[field] ?? ""),
        to: String(own.typed[field] ?? ""),
      })),
      ...waitingPapers.map((kind) => ({
        field: kind,
        from: papers.find((paper) => paper.kind === kind && paper.acceptedAt !== null)?.lastDay ?? "",
        to: papers.find((paper) => paper.kind === kind && paper.acceptedAt === null)?.lastDay ?? "",
      })),
    ],
    reason: own.reason,
    submittedAt: own.submittedAt?.toISOString() ?? null,
    createdAt: own.createdAt.toISOString(),
    updatedAt: own.updatedAt.toISOString(),
  };
  return {
    ...shown,
    version: versionOf(JSON.stringify(shown)),
    // No change of the car's: a save that was begun before it is still up to date.
    calendars: hosted.calendars,
    canTranslate: assistant !== undefined,
  };
}

const textOf = (value: TypedValue | undefined): string => (typeof value === "string" ? value : "");

function bodyOf(fields: TypedFields) {
  const typed = textOf(fields.bodyStyle);
  const [brand, model, category] = [fields.brand, fields.model, fields.category].map(textOf);
  return isBodyStyle(typed)
    ? typed
    : bodyStyleFor({ brand: brand ?? "", model: model ?? "", category: category ?? "" });
}
