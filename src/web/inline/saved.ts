/**
 * This script runs in the head. It draws the hearts from this browser's storage and handles their presses, with or
 * without the application. The page is the same for everybody: React draws every heart empty and leaves it alone.
 */
import { heartsEvent, readSaved, savedEvent, toggleSaved } from "#web/ui/heart/saved-store.ts";
import { sessionEvent } from "#web/session/session-names.ts";

function draw(): void {
  const saved = new Set(readSaved().ids);
  for (const heart of document.querySelectorAll<HTMLElement>("[data-save-car]"))
    heart.setAttribute("aria-pressed", String(saved.has(heart.dataset.saveCar ?? "")));
}

addEventListener(
  "click",
  (event) => {
    const heart = event.target instanceof Element && event.target.closest<HTMLElement>("[data-save-car]");
    if (!heart) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    toggleSaved(heart.dataset.saveCar ?? "");
    draw();
    dispatchEvent(new Event(savedEvent));
  },
  true,
);
for (const event of ["storage", sessionEvent, heartsEvent]) addEventListener(event, draw);
document.addEventListener("readystatechange", draw);
