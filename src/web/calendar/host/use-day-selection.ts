import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import type { IsoDate } from "#domain/dates.ts";
import { moveSelection, type Selection } from "./selection.ts";
import type { ShownSpan } from "./span.ts";

type DaySelectionOptions = {
  /** The days being chosen. A caller that opens a dialog for them ends the choice. */
  selection: Selection | undefined;
  onSelect: (selection: Selection) => void;
  carIds: readonly string[];
  shown: ShownSpan;
  today: IsoDate;
  /** Whether a day is taken. Taken days can be pressed, but a drag can't begin on them. */
  isTaken: (carId: string, day: IsoDate) => boolean;
  /** Called with the days chosen by a press, a drag or Enter. */
  onChoose: (selection: Selection) => void;
  /** Called with a day that the keys have reached and that isn't shown. */
  onBeyond: (day: IsoDate) => void;
};

const cellOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;
const rowOf = (cell: HTMLElement | null): HTMLElement | null =>
  cell?.closest<HTMLElement>("[data-car]") ?? null;

/** Chooses days of a car on the timeline, with the pointer or the keys. Touch only presses; a swipe scrolls. */
export function useDaySelection(options: DaySelectionOptions) {
  const { selection, onSelect, carIds, shown, today, isTaken, onChoose, onBeyond } = options;
  const grid = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);

  const isShown = (day: IsoDate) => shown.from <= day && day <= shown.until;
  const firstDay = isShown(today) ? today : shown.from;
  const isThere = selection && carIds.includes(selection.carId) && isShown(selection.day);
  const active: Selection = isThere ? selection : { carId: carIds[0] ?? "", anchor: firstDay, day: firstDay };

  useLayoutEffect(() => {
    if (!hasMoved.current || !selection) return;
    const cell = grid.current?.querySelector<HTMLElement>(
      `[data-car="${selection.carId}"] [data-day="${selection.day}"]`,
    );
    // The day's cell is drawn once the months that hold it are read.
    if (!cell) return;
    hasMoved.current = false;
    cell.focus();
  });

  const move = (next: Selection) => {
    hasMoved.current = true;
    onSelect(next);
  };

  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event);
    const [carId, day] = [rowOf(cell)?.dataset.car, cell?.dataset.day];
    if (!carId || !day) return;
    const pressed = { carId, anchor: day, day };
    move(pressed);
    onChoose(pressed);
  };

  const onPointerDown = (event: PointerEvent) => {
    const cell = cellOf(event);
    const row = rowOf(cell);
    const [carId, day] = [row?.dataset.car, cell?.dataset.day];
    if (event.button !== 0 || event.pointerType === "touch" || !row || !carId || !day) return;
    if (isTaken(carId, day)) return;
    let dragged: Selection = { carId, anchor: day, day };
    const onMove = ({ clientX }: globalThis.PointerEvent) => {
      const to = dayAt(row, clientX);
      if (to === undefined || to === dragged.day) return;
      dragged = { ...dragged, day: to };
      onSelect(dragged);
    };
    const onEnd = ({ type }: globalThis.PointerEvent) => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onEnd);
      removeEventListener("pointercancel", onEnd);
      // A press without a move also fires a click, which handles it.
      if (type !== "pointerup" || dragged.anchor === dragged.day) return;
      move(dragged);
      onChoose(dragged);
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onEnd);
    addEventListener("pointercancel", onEnd);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!cellOf(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onChoose(active);
    }
    if (event.key === "Escape") return onSelect({ ...active, anchor: active.day });
    const next = moveSelection(active, event, { carIds, ...shown });
    if (!next) return;
    event.preventDefault();
    move(next);
    if (!isShown(next.day)) onBeyond(next.day);
  };

  return { grid, active, handlers: { onClick, onPointerDown, onKeyDown } };
}

/** The day of a row at a horizontal position on the screen. Beyond the row's ends, it is the first or last day. */
function dayAt(row: HTMLElement, x: number): IsoDate | undefined {
  const cells = [...row.querySelectorAll<HTMLElement>("[data-day]")];
  const left = cells[0]?.getBoundingClientRect().left ?? 0;
  const right = cells.at(-1)?.getBoundingClientRect().right ?? 0;
  const at = Math.floor(((x - left) / (right - left)) * cells.length);
  return cells[Math.min(Math.max(at, 0), cells.length - 1)]?.dataset.day;
}
