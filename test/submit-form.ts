import { act } from "react";

/** Sends the form that a test has drawn, as its button would. */
export const submitForm = (host: HTMLElement) =>
  act(
    async () =>
      void host
        .querySelector("form")
        ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
