let isUnderWay = false;

/** Whether somebody is logging out right now: what is refused meanwhile is no session that ended by itself. */
export const isSigningOut = (): boolean => isUnderWay;

/** Does what logging out takes, to the page that it ends on. */
export async function whileSigningOut(action: () => Promise<void>): Promise<void> {
  isUnderWay = true;
  try {
    await action();
  } finally {
    isUnderWay = false;
  }
}
