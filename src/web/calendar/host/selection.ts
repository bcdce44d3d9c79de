import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";

/** The chosen days of one car: from `anchor`, where the choice began, to `day`, where it is now. */
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
 * The selection after a key, or undefined for other keys: another day of the car (Shift keeps the anchor), or, with
 * up and down, another car. The day may be outside the shown days.
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
