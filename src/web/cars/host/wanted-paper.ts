import type { HostCar } from "#contract/host-cars.ts";
import { isBeingChecked, paperKinds } from "#domain/cars/host/papers.ts";
import type { IsoDate } from "#domain/dates.ts";

/**
 * What keeps a car from being listed for want of a valid paper, as the server counts those that are accepted: one that its
 * host has to send, or one that was sent and is being looked at. Undefined where no paper lacks.
 */
export function wantedPaper(
  { lacks, papers }: Pick<HostCar, "lacks" | "papers">,
  today: IsoDate,
): "send" | "checking" | undefined {
  const lacking = paperKinds.filter((kind) => lacks.includes(kind));
  if (lacking.length === 0) return undefined;
  return lacking.every((kind) => isBeingChecked(papers, kind, today)) ? "checking" : "send";
}
