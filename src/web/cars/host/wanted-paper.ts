import type { HostCar } from "#contract/host-cars.ts";
import { isBeingChecked, paperKinds } from "#domain/cars/host/papers.ts";
import type { IsoDate } from "#domain/dates.ts";

/**
 * Why a car isn't listed for lack of a valid paper: its host has to send one ("send"), or the sent one is being
 * checked ("checking"). Undefined where no paper is missing. The server decides which papers are accepted.
 */
export function wantedPaper(
  { lacks, papers }: Pick<HostCar, "lacks" | "papers">,
  today: IsoDate,
): "send" | "checking" | undefined {
  const lacking = paperKinds.filter((kind) => lacks.includes(kind));
  if (lacking.length === 0) return undefined;
  return lacking.every((kind) => isBeingChecked(papers, kind, today)) ? "checking" : "send";
}
