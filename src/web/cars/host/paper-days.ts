import { useState } from "react";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { isDate } from "#domain/dates.ts";
import { localStore } from "#web/ui/browser-storage.ts";

const keyOf = (carId: string, kind: PaperKind): string => `longbay.host-car.${carId}.${kind}-day`;

function readDay(key: string): string {
  try {
    const kept = localStore()?.getItem(key) ?? "";
    return isDate(kept) ? kept : "";
  } catch {
    return "";
  }
}

function writeDay(key: string, day: string): void {
  try {
    if (day) localStore()?.setItem(key, day);
    else localStore()?.removeItem(key);
  } catch {
    // This browser keeps nothing, so the day is lost when the page closes.
  }
}

/** The last day of a paper as the host types it. It is sent with the file, and kept in the browser until then. */
export function usePaperDay(carId: string, kind: PaperKind): [string, (day: string) => void] {
  const key = keyOf(carId, kind);
  const [day, setDay] = useState(() => readDay(key));
  const change = (typed: string): void => {
    setDay(typed);
    writeDay(key, typed);
  };
  return [day, change];
}
