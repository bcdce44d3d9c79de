/**
 * Cars and months that wait with their layout while the page comes (`data-coming`) are laid out afterwards, one in a
 * frame, and none while somebody presses, so that nobody's tap waits for them. Then the application may be fetched.
 */
import { fetchAhead, isHeldDown, whenIdle } from "./wake.ts";

function layOut(parts: HTMLElement[]): void {
  whenIdle(() => {
    if (!isHeldDown()) parts.shift()?.setAttribute("data-here", "");
    if (parts.length) return void requestAnimationFrame(() => layOut(parts));
    document.documentElement.removeAttribute("data-coming");
    fetchAhead();
  });
}

/** A row of pictures that somebody has moved stays where it is, also once it is out of sight. */
function keepScrolled({ target }: Event): void {
  if (target instanceof Element) target.closest(".car")?.setAttribute("data-here", "");
}

addEventListener("scroll", keepScrolled, { capture: true, passive: true });
addEventListener("load", () => layOut([...document.querySelectorAll<HTMLElement>(".car, .cal")]));
