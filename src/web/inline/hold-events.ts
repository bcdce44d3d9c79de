/**
 * Until the application has taken over, no action of a person is undone, lost or doubled. The browser's own
 * actions (links, menus, popovers, typing, scrolling) happen, and the starting application hears nothing of them.
 * Actions that only the application can do wait in order: presses of buttons that send nothing and of a calendar's
 * days, forms that are posted (or carry `data-hold`), and incomplete forms, for which the page has better words
 * than the browser. Changed fields repeat their events. A form with an address, or one that acts on a choice
 * (`data-at-once`), waits at most four seconds and is then sent without script; a form without an address would be
 * lost, so it waits as long as it takes. A waiting element carries `aria-busy`. A part of the page with a later
 * script of its own (`lazy()`) is not taken over with the rest: it waits in the same way.
 */
import { wake } from "./wake.ts";

type HeldEvent =
  | { kind: "click"; on: HTMLElement }
  | { kind: "change"; on: Element }
  | { kind: "submit"; on: HTMLFormElement; by: HTMLElement | null };

/** Milliseconds that a form waits for the application if it can also be sent without the application. */
const longestWait = 4000;
/** How often the script checks whether a part is taken over: every 50 ms, ten seconds in all. */
const mostLooks = 200;
const heard =
  "click auxclick dblclick contextmenu pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel keydown keypress keyup beforeinput input change submit invalid reset copy cut paste drop";

const actionable = "a,button,summary,label,input,select,textarea,[data-day],form";

const queue: HeldEvent[] = [];
let isReady = false;
let isReplaying = false;
/** The current event comes from this script. */
let isOwn = false;
/** A form was sent without the application: the page is about to go. */
let isLeaving = false;

function onEvent(event: Event): void {
  if (isReady && (isOwn || !isStillWaiting(event.target))) return;
  event.stopPropagation();
  if (isLeaving || !(event.target instanceof Element)) return;
  if (event.type === "click") onClick(event, event.target);
  else if (event.type === "input" || event.type === "change") onChange(event.target);
  else if (event.type === "submit" || event.type === "invalid") onSubmit(event, event.target);
}

function onClick(event: Event, target: Element): void {
  const pressed = target.closest<HTMLElement>(actionable);
  const isForApplication =
    pressed &&
    (pressed.dataset.day ||
      (pressed instanceof HTMLButtonElement && pressed.type === "button" && !opens(pressed)));
  if (!isForApplication) return;
  event.preventDefault();
  hold({ kind: "click", on: busy(pressed) });
}

/** React has drawn this element, or taken over the server's element: React marks it with a property of its own. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__reactProps$"));

/** A button, field or form of a part whose script isn't there yet, but no element of a browser extension. */
function isStillWaiting(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target.closest(actionable) : null;
  return element !== null && !isTakenOver(element) && isOfLaterPart(element);
}

/** Whether an element is in a part that may come later: React marks its begin ("$…") and its end ("/$"). */
function isOfLaterPart(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    let ended = 0;
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (!(before instanceof Comment)) continue;
      if (before.data === "/$") ended++;
      else if (before.data.startsWith("$") && ended-- === 0) return true;
    }
  }
  return false;
}

/** A popover opens and closes without script. */
const opens = (button: HTMLButtonElement): boolean => button.hasAttribute("popovertarget");

function onChange(field: Element): void {
  hold({ kind: "change", on: field });
  const form = formOf(field);
  if (form && field.hasAttribute("data-at-once")) sendLater(form, null);
}

function onSubmit(event: Event, target: Element): void {
  const form = formOf(target);
  if (!form) return;
  if (event instanceof SubmitEvent && form.method !== "post" && !form.hasAttribute("data-hold")) return;
  event.preventDefault();
  if (queue.some(({ kind }) => kind === "submit")) return;
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  const shown = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  hold({ kind: "submit", on: form, by: shown && busy(shown) });
  if (form.hasAttribute("action")) sendLater(form, submitter);
}

function hold(held: HeldEvent): void {
  wake();
  const isHeld = queue.some(({ kind, on }) => kind === held.kind && on === held.on);
  if (!isHeld || held.kind === "click") queue.push(held);
  if (isReady && !isReplaying) replay();
}

const formOf = (element: Element): HTMLFormElement | null =>
  element instanceof HTMLFormElement ? element : ((element as Partial<HTMLInputElement>).form ?? null);

function busy(element: HTMLElement): HTMLElement {
  element.setAttribute("aria-busy", "true");
  return element;
}

function sendLater(form: HTMLFormElement, by: HTMLElement | null): void {
  setTimeout(() => {
    if (isReady || !form.isConnected) return;
    isLeaving = true;
    send(form, by);
  }, longestWait);
}

const send = (form: HTMLFormElement, by: HTMLElement | null): void =>
  form.requestSubmit(by?.isConnected ? by : null);

/**
 * Repeats the held actions one after another. Each waits until React has drawn the result of the action before it
 * and has taken over the part that the action belongs to.
 */
function replay(looks = 0): void {
  const held = queue[0];
  isReplaying = held !== undefined;
  if (!held) return;
  if (held.on.isConnected && !isTakenOver(held.on) && looks < mostLooks) {
    setTimeout(replay, 50, looks + 1);
    return;
  }
  queue.shift();
  const marked = held.kind === "click" ? held.on : held.kind === "submit" ? held.by : null;
  marked?.removeAttribute("aria-busy");
  isOwn = true;
  if (held.on.isConnected && !isLeaving) {
    if (held.kind === "click") held.on.click();
    else if (held.kind === "submit") send(held.on, held.by);
    else for (const event of ["input", "change"]) held.on.dispatchEvent(new Event(event, { bubbles: true }));
  }
  isOwn = false;
  setTimeout(replay);
}

for (const event of heard.split(" ")) addEventListener(event, onEvent, true);
addEventListener(
  "longbay:ready",
  () => {
    isReady = true;
    isReplaying = true;
    setTimeout(replay);
  },
  { once: true },
);
