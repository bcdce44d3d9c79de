import { useState } from "react";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { isDate } from "#domain/dates.ts";
import { lastingDrafts } from "#web/session/drafts.ts";

const keyOf = (carId: string, kind: PaperKind): string => `longbay.host-car.${carId}.${kind}-day`;

function readDay(key: string): string {
  const kept = lastingDrafts.read(key);
  return typeof kept === "string" && isDate(kept) ? kept : "";
}

/** The last day of a paper as the host types it. It is sent with the file, and kept in the browser until then. */
export function usePaperDay(carId: string, kind: PaperKind): [string, (day: string) => void] {
  const key = keyOf(carId, kind);
  const [day, setDay] = useState(() => readDay(key));
  const change = (typed: string): void => {
    setDay(typed);
    lastingDrafts.keep(key, typed || undefined);
  };
  return [day, change];
}
