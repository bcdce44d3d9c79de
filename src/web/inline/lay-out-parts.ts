/**
 * Sections, cars and months that wait with their layout while the page loads (`data-coming`) are laid out
 * afterwards, one after another, but not while somebody holds a key or a button down. Three quarters of the time
 * stay free, so that a tap seldom has to wait for a part's layout, however slow the processor is.
 */
import { afterPaint, fetchAhead, isHeldDown, whenIdle } from "./wake.ts";

/** Milliseconds after the load that stay free: a person who waited presses as soon as the page is there. */
const firstMoment = 100;

function layOut(parts: HTMLElement[]): void {
  whenIdle(() => {
    const begin = performance.now();
    if (!isHeldDown()) parts.shift()?.setAttribute("data-here", "");
    if (!parts.length) document.documentElement.removeAttribute("data-coming");
    else afterPaint(() => setTimeout(() => layOut(parts), 3 * (performance.now() - begin)));
  });
}

/** A row of pictures that somebody has scrolled keeps its place, even when it is out of sight. */
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
