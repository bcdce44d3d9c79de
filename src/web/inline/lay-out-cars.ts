/**
 * Cars that wait with their layout while the page comes (`data-coming`) are laid out afterwards, one in a frame, and
 * none while somebody presses, so that nobody's tap waits for them. Then the application may be fetched.
 */
import { fetchAhead, isHeldDown, whenIdle } from "./wake.ts";

/** Milliseconds between two cars, in which a tap finds nobody at work. */
const breath = 20;

function layOut(cars: HTMLElement[]): void {
  whenIdle(() => {
    if (!isHeldDown()) cars.shift()?.setAttribute("data-here", "");
    if (cars.length) return void setTimeout(() => layOut(cars), breath);
    document.documentElement.removeAttribute("data-coming");
    fetchAhead();
  });
}

addEventListener("load", () => layOut([...document.querySelectorAll<HTMLElement>(".car")]));
