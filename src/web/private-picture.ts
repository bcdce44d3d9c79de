import { ApiError, authorization } from "#web/api.ts";

/** Fetches a private picture with the person's own token and gives it an address. No cache keeps it. */
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
