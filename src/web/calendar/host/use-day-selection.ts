import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
} from "react";
import type { IsoDate } from "#domain/dates.ts";
import { moveSelection, type Selection } from "./selection.ts";
import { dayAt, type ShownSpan, within } from "./span.ts";

/** A day of a car under the pointer, or at the position of the keys. */
export type CarDay = { carId: string; day: IsoDate };

type DaySelectionOptions = {
  /** The days being chosen. A caller that opens a dialog for them ends the choice. */
  selection: Selection | undefined;
  onSelect: (selection: Selection) => void;
  carIds: readonly string[];
  shown: ShownSpan;
  today: IsoDate;
  /** Whether other days are being read. */
  isBusy: boolean;
  /** Whether a day is taken. Taken days can be pressed, but a drag can't begin on them. */
  isTaken: (carId: string, day: IsoDate) => boolean;
  /** Called with the days chosen by a press, a drag or Enter, and with the bar that was pressed. */
  onChoose: (selection: Selection, entryId?: string) => void;
  /** Called with a day that the keys have reached and that isn't shown. */
  onBeyond: (day: IsoDate) => void;
  /** Called with the day under the pointer or the keys, and with nothing once they leave. */
  onPoint: (pointed: CarDay | undefined) => void;
};

type Place = { target: EventTarget; clientX: number };

/** The days of a row where an event happened. */
function daysUnder({ target }: Pick<Place, "target">): { carId: string; days: HTMLElement } | undefined {
  const days = target instanceof Element ? target.closest<HTMLElement>("[data-days]") : null;
  const carId = days?.closest<HTMLElement>("[data-car]")?.dataset.car;
  return days && carId ? { carId, days } : undefined;
}

const entryUnder = ({ target }: Pick<Place, "target">): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset.id : undefined;

/** The position of the keys among the shown days, and where the choice began. */
function activeOf({ selection, carIds, shown, today }: DaySelectionOptions): Selection {
  const begun = selection ?? { carId: "", anchor: today, day: today };
  // The keys may have gone on to days that are still being read, or other days were chosen.
  const day = within(shown, begun.day);
  return {
    carId: carIds.includes(begun.carId) ? begun.carId : (carIds[0] ?? ""),
    anchor: day === begun.day ? begun.anchor : day,
    day,
  };
}

/** Follows a pressed pointer until it is released, or Escape gives the drag up. */
function followPointer(onMove: (event: globalThis.PointerEvent) => void, onEnd: (event: Event) => void) {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener("pointermove", onMove, { signal });
  addEventListener("pointerup", onEnd, { signal });
  addEventListener("pointercancel", onEnd, { signal });
  addEventListener("keydown", (pressed) => pressed.key === "Escape" && onEnd(pressed), { signal });
  return stop;
}

/** Says where the pointer or the keys are, once for each day. */
function usePoint(onPoint: DaySelectionOptions["onPoint"]) {
  const pointed = useRef<CarDay>(undefined);
  return (next: CarDay | undefined) => {
    if (next?.carId === pointed.current?.carId && next?.day === pointed.current?.day) return;
    pointed.current = next;
    onPoint(next);
  };
}

/** Chooses days of a car on the timeline, with the pointer or the keys. Touch only presses; a swipe scrolls. */
export function useDaySelection(options: DaySelectionOptions) {
  const { selection, onSelect, carIds, shown, isBusy, isTaken, onChoose, onBeyond, onPoint } = options;
  const grid = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const isDragging = useRef(false);
  /** Whether the click that follows is the end of a drag. */
  const wasDrag = useRef(false);
  const point = usePoint(onPoint);

  const isShown = (day: IsoDate) => shown.from <= day && day <= shown.until;
  const active = activeOf(options);

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

  const dayIn = (days: HTMLElement, clientX: number): IsoDate => {
    const { left, width } = days.getBoundingClientRect();
    return dayAt(shown, (clientX - left) / width);
  };
  const pointedBy = (event: Place): CarDay | undefined => {
    const under = daysUnder(event);
    return under && { carId: under.carId, day: dayIn(under.days, event.clientX) };
  };

  const onClick = (event: MouseEvent) => {
    const pressed = pointedBy(event);
    if (!pressed || wasDrag.current) return;
    // Assistive technology presses the cell itself, without a place on the screen.
    const day = (event.target instanceof HTMLElement && event.target.dataset.day) || pressed.day;
    const selected = { carId: pressed.carId, anchor: day, day };
    move(selected);
    onChoose(selected, entryUnder(event));
  };

  const onPointerDown = (event: PointerEvent) => {
    wasDrag.current = false;
    const under = daysUnder(event);
    const pressed = pointedBy(event);
    if (event.button !== 0 || event.pointerType === "touch" || !under || !pressed) return;
    const { carId, day } = pressed;
    if (entryUnder(event) !== undefined || isTaken(carId, day)) return;
    let dragged: Selection = { carId, anchor: day, day };
    isDragging.current = true;
    const onMove = ({ clientX }: globalThis.PointerEvent) => {
      const to = dayIn(under.days, clientX);
      if (to === dragged.day) return;
      dragged = { ...dragged, day: to };
      onSelect(dragged);
    };
    const onEnd = ({ type }: Event) => {
      isDragging.current = false;
      stop.abort();
      // A press without a move also fires a click, which handles it.
      if (dragged.anchor === dragged.day) return;
      wasDrag.current = true;
      if (type !== "pointerup") return onSelect({ ...dragged, anchor: dragged.day });
      move(dragged);
      onChoose(dragged);
    };
    const stop = followPointer(onMove, onEnd);
  };

  /** The cell of another car has got the focus without our keys: they go on from there. */
  const onFocus = ({ target }: FocusEvent) => {
    const carId = daysUnder({ target })?.carId;
    if (carId === undefined) return;
    point({ carId, day: active.day });
    if (carId !== active.carId) onSelect({ carId, anchor: active.day, day: active.day });
  };

  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== "touch" && !isDragging.current) point(pointedBy(event));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!daysUnder(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onChoose(active);
    }
    if (event.key === "Escape") {
      point(undefined);
      return onSelect({ ...active, anchor: active.day });
    }
    const next = moveSelection(active, event, { carIds, ...shown });
    if (!next) return;
    event.preventDefault();
    // A key that is held down goes on once the days that it has reached are read: the choice keeps its first day.
    if (isBusy && selection && !isShown(selection.day)) return;
    move(next);
    point(isShown(next.day) ? next : undefined);
    if (!isShown(next.day)) onBeyond(next.day);
  };

  const onPointerLeave = () => point(undefined);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && grid.current?.contains(relatedTarget))) point(undefined);
  };
  const pressing = { onClick, onPointerDown, onPointerMove, onPointerLeave };
  return { grid, active, handlers: { ...pressing, onKeyDown, onFocus, onBlur } };
}
