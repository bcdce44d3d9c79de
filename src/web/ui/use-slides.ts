import { type RefObject, useEffect, useRef, useState } from "react";

export type Slides = {
  track: RefObject<HTMLUListElement | null>;
  index: number;
  goTo: (index: number) => void;
};

/**
 * Follows a row of slides that scrolls by itself (touch, wheel, keys): says which slide is in view, and can scroll
 * to another one.
 */
export function useSlides(count: number): Slides {
  const track = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);

  useEffect(() => {
    const row = track.current;
    if (!row) return;
    const follow = () =>
      setIndex(Math.min(count - 1, Math.round(row.scrollLeft / Math.max(1, row.clientWidth))));
    // Reading the position of a card far below would make the browser measure the whole page, once for each card.
    // A row is therefore read when it comes into view, because the browser knows its position then.
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && follow());
    watch.observe(row);
    row.addEventListener("scroll", follow, { passive: true });
    return () => {
      watch.disconnect();
      row.removeEventListener("scroll", follow);
    };
  }, [count]);

  const goTo = (next: number) => {
    const row = track.current;
    row?.scrollTo({ left: ((next + count) % count) * row.clientWidth });
  };
  return { track, index, goTo };
}
