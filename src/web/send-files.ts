import { ApiError, authorization } from "#web/api.ts";

type Options = {
  method?: "POST" | "PUT";
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a form with files and reports how much of it has been sent. Fetch can't do this: it reports nothing until
 * the answer comes.
 */
export async function sendFiles<T>(
  path: string,
  form: FormData,
  { method = "POST", onProgress, signal }: Options = {},
): Promise<T> {
  const { authorization: whoCalls } = await authorization();
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    if (whoCalls) request.setRequestHeader("authorization", whoCalls);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(loaded, total));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(new ApiError(request.status, request.statusText, request.responseText));
    });
    request.addEventListener("error", () => reject(new Error("The network failed")));
    request.addEventListener("abort", () => reject(new DOMException("Stopped", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
