import { useSubmit } from "react-router";

/**
 * Sends a GET form without its empty fields, so that the address says only what was asked. Without script
 * they go along and mean nothing.
 */
export function useTidySubmit(): (form: HTMLFormElement) => void {
  const submit = useSubmit();
  return (form) => {
    const words = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    );
    void submit(new URLSearchParams(words), {
      action: new URL(form.action).pathname,
      preventScrollReset: true,
    });
  };
}
