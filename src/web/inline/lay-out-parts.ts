/**
 * Sections, cars and months that wait with their layout while the page comes (`data-coming`) are laid out afterwards, one
 * after the other, and none while somebody presses. Three quarters of the time stay free, so that a tap seldom meets one
 * that is being laid out, however slow the processor.
 */
import { afterPaint, fetchAhead, isHeldDown, whenIdle } from "./wake.ts";

/** Milliseconds after the load that belong to the person: whoever waited for a page presses as soon as it is there. */
const firstMoment = 100;

function layOut(parts: HTMLElement[]): void {
  whenIdle(() => {
    const begin = performance.now();
    if (!isHeldDown()) parts.shift()?.setAttribute("data-here", "");
    if (!parts.length) document.documentElement.removeAttribute("data-coming");
    else afterPaint(() => setTimeout(() => layOut(parts), 3 * (performance.now() - begin)));
  });
}

/** A row of pictures that somebody has moved stays where it is, also once it is out of sight. */
function keepScrolled({ target }: Event): void {
  if (target instanceof Element) target.closest(".car")?.setAttribute("data-here", "");
}

addEventListener("scroll", keepScrolled, { capture: true, passive: true });
addEventListener("load", () =>
  setTimeout(() => {
    fetchAhead();
    layOut([...document.querySelectorAll<HTMLElement>(".section, .car, .cal")]);
  }, firstMoment),
);
