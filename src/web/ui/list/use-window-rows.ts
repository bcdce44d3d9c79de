import { type RefObject, useEffect, useState } from "react";

/** Rows drawn beyond each edge of the screen, so that the focus and the eye always find the next row. */
const spare = 8;
/** In CSS pixels, used until a drawn row can be measured. */
const usualHeight = 56;

type VisibleRows = { first: number; last: number; height: number };
type Part = { kind: "row"; at: number } | { kind: "gap"; rows: number; before: number };
type WindowRows = {
  body: RefObject<HTMLElement | null>;
  count: number;
  /** The row that has the focus: it stays drawn wherever the page is scrolled to. */
  held: number | undefined;
  onSeen: (last: number) => void;
};

/**
 * Decides which of many rows (all of one height and marked `data-row`) are drawn while the page scrolls: those
 * near the screen. Returns rows and the gaps between them, and a row's height in CSS pixels.
 */
export function useWindowRows({ body, count, held, onSeen }: WindowRows) {
  const [{ first, last, height }, setSeen] = useState<VisibleRows>({
    first: 0,
    last: 3 * spare,
    height: usualHeight,
  });
  const end = Math.min(last, count - 1);

  useEffect(() => {
    const look = () => {
      if (!body.current) return;
      const height = body.current.querySelector("[data-row]")?.getBoundingClientRect().height ?? usualHeight;
      const above = -body.current.getBoundingClientRect().top;
      const first = Math.min(Math.max(0, Math.floor(above / height) - spare), Math.max(0, count - 1));
      const last = Math.max(first, Math.ceil((above + window.innerHeight) / height) + spare);
      setSeen((seen) =>
        seen.first === first && seen.last === last && seen.height === height ? seen : { first, last, height },
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [body, count]);

  useEffect(() => onSeen(end), [onSeen, end]);

  const drawn = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  if (held !== undefined && held < count && (held < first || held > end)) drawn.push(held);
  return {
    parts: withGaps(
      drawn.toSorted((a, b) => a - b),
      count,
    ),
    height,
  };
}

/** The drawn rows in order, with the gaps between them. */
export function withGaps(drawn: readonly number[], count: number): Part[] {
  const parts: Part[] = [];
  let next = 0;
  for (const at of [...drawn, count]) {
    if (at > next) parts.push({ kind: "gap", rows: at - next, before: at });
    if (at < count) parts.push({ kind: "row", at });
    next = at + 1;
  }
  return parts;
}
