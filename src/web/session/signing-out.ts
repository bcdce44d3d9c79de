let isUnderWay = false;

/** Whether somebody is logging out now: a refusal during this time doesn't mean that a session ended by itself. */
export const isSigningOut = (): boolean => isUnderWay;

/** Runs `action`, which logs out and opens the next page. */
export async function whileSigningOut(action: () => Promise<void>): Promise<void> {
  isUnderWay = true;
  try {
    await action();
  } finally {
    isUnderWay = false;
  }
}
