import { forgetCar, listSavedIds, saveCar } from "#contract/account/saved-cars.ts";
import { mostSaved } from "#domain/cars/most-saved.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { readStoredSession } from "#web/session/stored-session.ts";
import { toast } from "#web/ui/toast.ts";
import { heartsEvent, readSaved, writeSaved } from "#web/ui/heart/saved-store.ts";

let underWay: Promise<boolean> | undefined;
let isAskedAgain = false;

/**
 * Sends the account what was saved and removed here, and takes over what the account has. One run at a time.
 * Returns whether both are equal now.
 */
export function syncSaved(): Promise<boolean> {
  if (underWay) isAskedAgain = true;
  underWay ??= run().finally(() => {
    underWay = undefined;
    if (isAskedAgain) {
      isAskedAgain = false;
      void syncSaved();
    }
  });
  return underWay;
}

async function run(): Promise<boolean> {
  const whose = readStoredSession()?.id;
  const isStillTheirs = () => whose !== undefined && readStoredSession()?.id === whose;
  let isDone = false;
  try {
    for (const [carId, isSaved] of Object.entries(readSaved().pending)) {
      if (!isStillTheirs()) return false;
      await sendToServer(carId, isSaved);
    }
    const ids = await api(listSavedIds);
    // The person has logged out in the meantime: nothing of the account may stay here.
    if (!isStillTheirs()) return false;
    // Hearts that were pressed in the meantime are not sent yet.
    const { pending } = readSaved();
    const saved = new Set(ids);
    for (const [carId, isSaved] of Object.entries(pending)) {
      if (isSaved) saved.add(carId);
      else saved.delete(carId);
    }
    writeSaved({ ids: [...saved], pending });
    isDone = true;
  } catch (error) {
    // Unsent changes stay, and are sent another time. An ended session isn't an error to show here; a failure is
    // shown only if there are unsent changes.
    const isEnded = error instanceof ApiError && error.status === 401;
    const isUnsaved = Object.keys(readSaved().pending).length > 0;
    if (!isEnded && isStillTheirs() && isUnsaved) toast({ title: m.saved_failed(), variant: "destructive" });
  }
  window.dispatchEvent(new Event(heartsEvent));
  return isDone;
}

async function sendToServer(carId: string, isSaved: boolean): Promise<void> {
  const params = { carId };
  try {
    if (isSaved) await api(saveCar, { params });
    else await api(forgetCar, { params });
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
    // A car that doesn't exist (404), or one too many (409), is not saved anywhere.
    if (error.status === 409) toast({ title: m.saved_too_many({ most: mostSaved }), variant: "destructive" });
  }
  const { ids, pending } = readSaved();
  const { [carId]: sent, ...others } = pending;
  writeSaved({ ids, pending: sent === isSaved ? others : pending });
}
