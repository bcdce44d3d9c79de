/**
 * Cars that wait with their layout while the page comes (`data-coming`) are laid out afterwards, four at a time,
 * so that nobody's tap waits for all of them. Then the application may be fetched.
 */
import { fetchAhead, whenIdle } from "./wake.ts";

const atATime = 4;

function layOut(cars: HTMLElement[]): void {
  whenIdle(() => {
    for (const car of cars.splice(0, atATime)) car.setAttribute("data-here", "");
    if (cars.length) return void requestAnimationFrame(() => layOut(cars));
    document.documentElement.removeAttribute("data-coming");
    fetchAhead();
  });
}

addEventListener("load", () => layOut([...document.querySelectorAll<HTMLElement>(".car")]));
