/**
 * Sections, cars and months that wait with their layout while the page loads (`data-coming`) are laid out
 * afterwards, one after another, but not while somebody holds a key or a button down. Three quarters of the time
 * stay free, so that a tap seldom has to wait for a part's layout. After ten seconds all of the rest is laid out.
 */
import { afterPaint, fetchAhead, isHeldDown, whenIdle } from "./wake.ts";

/** Milliseconds after the load that stay free: a person who waited presses as soon as the page is there. */
const firstMoment = 100;
/** Milliseconds until a part is laid out although the browser is busy, and that stay free after it at the most. */
const timeout = 500;
const longestPause = 200;
/** Milliseconds after which nothing waits anymore, also in a tab that nobody sees. */
const longest = 10_000;

function layOut(parts: HTMLElement[], count: number): void {
  for (const part of parts.splice(0, count)) part.setAttribute("data-here", "");
  if (!parts.length) document.documentElement.removeAttribute("data-coming");
}

function layOutNext(parts: HTMLElement[]): void {
  whenIdle(
    () => {
      const begin = performance.now();
      layOut(parts, isHeldDown() ? 0 : 1);
      if (parts.length)
        afterPaint(() =>
          setTimeout(() => layOutNext(parts), Math.min(3 * (performance.now() - begin), longestPause)),
        );
    },
    { timeout },
  );
}

/** A row of pictures that somebody has scrolled keeps its place, even when it is out of sight. */
function keepScrolled({ target }: Event): void {
  if (target instanceof Element) target.closest(".car")?.setAttribute("data-here", "");
}

addEventListener("scroll", keepScrolled, { capture: true, passive: true });
addEventListener("load", () =>
  setTimeout(() => {
    fetchAhead();
    const parts = [...document.querySelectorAll<HTMLElement>(".section, .car, .cal")];
    layOutNext(parts);
    setTimeout(() => layOut(parts, parts.length), longest);
  }, firstMoment),
);
