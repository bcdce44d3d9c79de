export type ToastVariant = "default" | "destructive";
/** An action that a toast offers; the toast then stays for `length` milliseconds. */
export type ToastAction = { label: string; length: number; run: () => void };
export type Toast = {
  id: number;
  title: string;
  description?: string;
  variant: ToastVariant;
  action?: ToastAction;
};

/** How long a toast stays, in milliseconds. The time stops while somebody points at it or has the focus in it. */
export const toastLength = 5000;
/** How far to the right a toast is pushed before it goes, in CSS pixels. */
export const swipeThreshold = 50;

let shown: Toast | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a message in the corner of the page. One at a time: a new toast replaces the old one. Browser only. */
export function toast({
  variant = "default",
  ...words
}: Omit<Toast, "id" | "variant"> & { variant?: ToastVariant }): void {
  show({ id: nextId++, variant, ...words });
}

export function dismissToast(id: number): void {
  if (shown?.id === id) show(undefined);
}

/** Hides the message of a failure, once the failed action is tried again. */
export function dismissFailure(): void {
  if (shown?.variant === "destructive") show(undefined);
}

export const currentToast = (): Toast | undefined => shown;

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: Toast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
