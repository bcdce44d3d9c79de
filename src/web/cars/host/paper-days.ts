import { useState } from "react";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { isDate } from "#domain/dates.ts";
import { lastingDrafts } from "#web/session/drafts.ts";

const keyOf = (carId: string, kind: PaperKind): string => `longbay.host-car.${carId}.${kind}-day`;

function readDay(key: string): string {
  const kept = lastingDrafts.read(key);
  return typeof kept === "string" && isDate(kept) ? kept : "";
}

/** The id of the field in which a paper's last day is typed. */
export const dayFieldId = (kind: PaperKind): string => `car-${kind}-day`;

/** The last day of a paper as the host types it, kept in the browser until it is sent with the file. */
export function usePaperDay(carId: string, kind: PaperKind) {
  const key = keyOf(carId, kind);
  const [day, setDay] = useState(() => readDay(key));
  const change = (typed: string): void => {
    setDay(typed);
    lastingDrafts.keep(key, typed || undefined);
  };
  /** Empties the field after its day was sent, unless another day stands there, or is about to: the cursor is in it. */
  const clear = (sent: string): void => {
    if (document.activeElement?.id === dayFieldId(kind)) return;
    setDay((now) => (now === sent ? "" : now));
    if (lastingDrafts.read(key) === sent) lastingDrafts.keep(key, undefined);
  };
  return { day, change, clear };
}
