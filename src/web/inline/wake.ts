/**
 * Starts the application at the first sign of a person. Its files are fetched when the page is there and the
 * browser is idle, unless data is expensive. The press or key that is the first sign ends first, and is painted
 * first.
 */

/** The application's module script as inert text; null on a page that loads the application at once. */
const inert = document.getElementById("app");
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"] as const;
/** Milliseconds after which a press that never ended no longer delays anything. */
const longestPress = 1500;

let isWanted = !inert;
let isStarted = !inert;
let isPressed = false;

/** Fetches the application's files; with `late`, at low priority. */
function fetchFiles(late: boolean): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-app]")) {
    if (late) link.fetchPriority = "low";
    link.rel = "modulepreload";
  }
}

/** Fetches the application in advance if it waits, nothing has started it yet and data is not expensive. */
export function fetchAhead(): void {
  const { saveData = false, effectiveType = "" } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (inert && !saveData && !effectiveType.includes("2g"))
    whenIdle(() => {
      if (!isWanted) fetchFiles(true);
    });
}

/** A person is there: starts the application. */
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
 * Some events happen without a person: a dialog that opens takes the focus, rows of pictures settle, and a new
 * layout makes the browser report a pointer at rest as one that moved by zero.
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

export const whenIdle = (work: () => void, options?: IdleRequestOptions): void => {
  // Safari knows no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(work, options);
  else setTimeout(work);
};

for (const event of ["pointerdown", "keydown"]) addEventListener(event, press, true);
for (const event of ["pointerup", "pointercancel", "keyup", "click"]) addEventListener(event, release, true);
// A press that ends in another window or tab is never heard here. Fields that lose the focus are no matter.
for (const event of ["blur", "visibilitychange"]) addEventListener(event, release);
if (inert) for (const sign of signs) addEventListener(sign, onSign, { capture: true, passive: true });
