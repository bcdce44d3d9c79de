import { ApiError, authorization } from "#web/api.ts";

/** A private picture as an address of its own: fetched with one's own token, and kept by nothing. */
export async function privatePicture(url: string): Promise<string> {
  const answer = await fetch(url, { headers: await authorization(), credentials: "include" });
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text());
  return asDataUrl(await answer.blob());
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(new Error("The picture could not be read")));
    reader.readAsDataURL(blob);
  });
}
