/**
 * Starts the application at the first sign of a person. Its files are fetched when the page is there and the
 * browser has nothing better to do, unless data is dear; the press or key that is the sign ends first, and is
 * painted first.
 */

/** The application's module script as inert text; none on a page that asks for it at once. */
const inert = document.getElementById("app");
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"] as const;
/** Milliseconds after which a press that never ended holds nothing up any more. */
const longestPress = 1500;

let isWanted = !inert;
let isStarted = !inert;
let isPressed = false;

/** Asks for the application's files; `late` at low priority. */
function fetchFiles(late: boolean): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-app]")) {
    if (late) link.fetchPriority = "low";
    link.rel = "modulepreload";
  }
}

/** Fetches the application ahead where it waits, nobody has asked for it yet and data is not dear. */
export function fetchAhead(): void {
  const { saveData = false, effectiveType = "" } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (inert && !saveData && !effectiveType.includes("2g"))
    whenIdle(() => {
      if (!isWanted) fetchFiles(true);
    });
}

/** Somebody is there. */
export function wake(): void {
  if (isWanted) return;
  isWanted = true;
  for (const sign of signs) removeEventListener(sign, onSign, true);
  // Asking for two dozen files takes as long as a frame: the press is painted first.
  afterPaint(() => fetchFiles(false));
  startSoon();
  setTimeout(release, longestPress);
}

/**
 * A dialog that opens takes the focus by itself, rows of pictures settle, and where a page is laid out anew a pointer
 * that rests is told of as one that moved by nothing: that is nobody doing something.
 */
function onSign(event: Event): void {
  const { type, target } = event;
  const isByItself =
    (type === "focusin" && target instanceof Element && target.closest("dialog")) ||
    (type === "scroll" && target !== document) ||
    (event instanceof PointerEvent && type === "pointermove" && !event.movementX && !event.movementY);
  if (!isByItself) wake();
}

export const afterPaint = (work: () => void): unknown => requestAnimationFrame(() => setTimeout(work));

function startSoon(): void {
  if (isWanted && !isStarted) afterPaint(start);
}

function start(): void {
  if (isStarted || isPressed || !inert) return;
  isStarted = true;
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = inert.textContent;
  document.body.append(script);
}

export const isHeldDown = (): boolean => isPressed;

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  startSoon();
}

export const whenIdle = (work: () => void): void => {
  // Safari knows no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work);
};

for (const event of ["pointerdown", "keydown"]) addEventListener(event, press, true);
for (const event of ["pointerup", "pointercancel", "keyup", "click"]) addEventListener(event, release, true);
if (inert) for (const sign of signs) addEventListener(sign, onSign, { capture: true, passive: true });
