import { ApiError } from "./api.ts";

/** Milliseconds between tries: the first pause, and the longest. */
const first = 2000;
const longest = 30_000;

/** Without an answer, or from a busy server, a call is tried again. A refused call would be refused again. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** Pauses that grow with each try, until one succeeds. */
export function growingPauses() {
  let pause = first;
  return {
    next: (): number => {
      const now = pause;
      pause = Math.min(pause * 2, longest);
      return now;
    },
    reset: (): void => {
      pause = first;
    },
  };
}
