import { ApiError, authorization } from "#web/api.ts";

type SaveHandle = { createWritable: () => Promise<WritableStream<Uint8Array>> };

declare global {
  interface Window {
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<SaveHandle>;
  }
}

type Download = {
  path: string;
  name: string;
  /** The browser writes a big file to the disk as it arrives, if it can; the browser asks for the place. */
  isBig?: boolean;
};

/** Saves a file that only a signed-in person may have. Returns false if the person cancels the save. */
export async function download({ path, name, isBig = false }: Download): Promise<boolean> {
  const picked = isBig && window.showSaveFilePicker ? await pickPlace(name) : undefined;
  if (picked === "nowhere") return false;
  const response = await fetch(path, { headers: await authorization() });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  if (picked && response.body) await response.body.pipeTo(await picked.createWritable());
  else saveWhole(await response.blob(), name);
  return true;
}

async function pickPlace(suggestedName: string): Promise<SaveHandle | "nowhere" | undefined> {
  try {
    return await window.showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "nowhere";
    return undefined;
  }
}

function saveWhole(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
