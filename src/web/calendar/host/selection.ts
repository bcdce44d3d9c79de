import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";

/** Days of one car that are being chosen: from where it began to where the pointer or the keys are. */
export type Selection = { carId: string; anchor: IsoDate; day: IsoDate };

export const selectedDays = ({ anchor, day }: Selection): { from: IsoDate; until: IsoDate } =>
  anchor <= day ? { from: anchor, until: day } : { from: day, until: anchor };

type Grid = { carIds: readonly string[]; from: IsoDate; until: IsoDate };

const steps: Record<string, (day: IsoDate, grid: Grid) => IsoDate> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: (_, { from }) => from,
  End: (_, { until }) => until,
};

/**
 * Where a key leads, or undefined for a key that leads nowhere: along the days of a car, with Shift leaving behind where
 * it began, and up or down to another car. The day may be beyond those that are shown.
 */
export function moveSelection(
  selection: Selection,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  grid: Grid,
): Selection | undefined {
  const { carId, anchor, day } = selection;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const next = grid.carIds[grid.carIds.indexOf(carId) + (key === "ArrowUp" ? -1 : 1)];
    return next === undefined ? undefined : { carId: next, anchor: day, day };
  }
  const to = steps[key]?.(day, grid);
  return to === undefined ? undefined : { carId, anchor: shiftKey ? anchor : to, day: to };
}
