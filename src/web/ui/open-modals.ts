/** The open modal dialogs, the topmost last. While one is open, people barely see or hear the rest of the page. */
let modals: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly HTMLElement[]): void => {
  modals = next;
  for (const hear of listeners) hear();
};

/** Adds an open dialog; the returned function removes it. Browser only. */
export function addModal(dialog: HTMLElement): () => void {
  change([...modals, dialog]);
  return () => change(modals.filter((one) => one !== dialog));
}
export const topModal = (): HTMLElement | undefined => modals.at(-1);
export const onModalChange = (hear: () => void): (() => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};
