import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "./icon.tsx";
import { onModalChange, topModal } from "./open-modals.ts";
import {
  currentToast,
  dismissToast,
  onToastChange,
  swipeThreshold,
  type Toast,
  toastLength,
} from "./toast.ts";

const none = () => undefined;

/**
 * The place where toasts appear: in the topmost open dialog, if there is one. F8 moves the focus to it from
 * anywhere. It is in the page from the start, also when empty, so that screen readers watch it.
 */
export function Toaster() {
  const viewport = useRef<HTMLElement>(null);
  const toast = useSyncExternalStore(onToastChange, currentToast, none);
  const modal = useSyncExternalStore(onModalChange, topModal, none);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "F8") viewport.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const isUrgent = toast?.variant === "destructive";
  // A role of alert inside a dialog is for the dialog's own messages: a toast there uses `aria-live`.
  const place = (
    <section
      className="toasts fixed right-[clamp(1rem,2.5vw,2rem)] bottom-22 z-(--z-toast) w-[min(26rem,100%-2rem)] pointer-events-none focus-visible:outline-offset-6 focus-visible:rounded-lg"
      ref={viewport}
      tabIndex={-1}
      aria-label={m.common_toasts()}
    >
      <div {...(modal ? { "aria-live": "polite" } : { role: "status" })}>
        {toast && !isUrgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div {...(modal ? { "aria-live": "assertive" } : { role: "alert" })}>
        {toast && isUrgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  );
  return modal ? createPortal(place, modal) : place;
}

function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null);
  const startX = useRef<number | undefined>(undefined);
  const [isHeld, setHeld] = useState(false);
  const dismiss = () => dismissToast(toast.id);

  const { action } = toast;
  const length = action?.length ?? toastLength;

  // The time stops while somebody points at the toast or has the focus in it, and then starts again from zero.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), length);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id, length]);

  // The action is possible only for its time, even if somebody points at the toast.
  const [isActionOver, setActionOver] = useState(false);
  useEffect(() => {
    if (!action) return;
    const timer = setTimeout(() => setActionOver(true), action.length);
    return () => clearTimeout(timer);
  }, [action]);

  const drag = (pixels: number) => card.current?.style.setProperty("--drag", `${Math.max(0, pixels)}px`);
  const onPointerDown = (event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest("button")) return;
    startX.current = event.clientX;
    card.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (startX.current !== undefined) drag(event.clientX - startX.current);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (startX.current === undefined) return;
    const moved = event.clientX - startX.current;
    startX.current = undefined;
    if (moved >= swipeThreshold) return dismiss();
    drag(0);
  };

  return (
    <div
      ref={card}
      className={`toast pointer-events-auto touch-pan-y [translate:var(--drag,0)_0] ${toast.variant === "destructive" ? "toast-bad" : ""}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={(event) => event.key === "Escape" && dismiss()}
    >
      <Icon name={toast.variant === "destructive" ? "alert" : "check"} />
      <div>
        <b>{toast.title}</b>
        {toast.description && <p>{toast.description}</p>}
        {action && !isActionOver && (
          <button
            className="block min-h-8 mt-1 rounded-sm font-title underline underline-offset-[0.2em] focus-visible:outline-current"
            type="button"
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        className="grid place-items-center size-8 -my-1 rounded-sm focus-visible:outline-current"
        type="button"
        onClick={dismiss}
        aria-label={m.common_close()}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
