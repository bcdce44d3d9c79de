/** For a title's `ref`: the focus goes to the title of the part that was just opened. */
export const focusOnce = (title: HTMLElement | null): void => title?.focus({ preventScroll: true });
