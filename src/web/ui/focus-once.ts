/** As a title's `ref`: whoever opened what it heads reads on from there. */
export const focusOnce = (title: HTMLElement | null): void => title?.focus({ preventScroll: true });
