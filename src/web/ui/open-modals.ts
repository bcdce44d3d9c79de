/** Dialogs that are open before everything else, the topmost last: nothing outside of it is seen well or heard. */
let modals: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly HTMLElement[]): void => {
  modals = next;
  for (const hear of listeners) hear();
};

/** Says that a dialog is open; what it answers says that it no longer is. Browser only. */
export function addModal(dialog: HTMLElement): () => void {
  change([...modals, dialog]);
  return () => change(modals.filter((one) => one !== dialog));
}
export const topModal = (): HTMLElement | undefined => modals.at(-1);
export const onModalChange = (hear: () => void): (() => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};
