import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { failureCode } from "./failure-words.ts";

// Rare: most calls ask for no sign-in anew.
const FreshSignInDialog = lazy(() => import("./fresh-sign-in-dialog.tsx"));

/** Somebody thought better of signing in anew: what they wanted did not happen. */
export class NotSignedInAnew extends Error {
  override name = "NotSignedInAnew";
}

/**
 * For calls that need a sign-in of the last minutes: `signedInFreshly(work)` does the work, and where the server asks for
 * a fresh sign-in opens `dialog` and does it again afterwards. What was typed stays. Throws what the work throws, or
 * NotSignedInAnew.
 */
export function useFreshSignIn(): {
  dialog: ReactNode;
  signedInFreshly: <T>(work: () => Promise<T>) => Promise<T>;
} {
  const waiting = useRef<{ done: () => void; left: () => void }>(undefined);
  const [isOpen, setOpen] = useState(false);
  const end = (how: "done" | "left") => {
    setOpen(false);
    waiting.current?.[how]();
    waiting.current = undefined;
  };
  const signedInFreshly = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (failureCode(error) !== "sign_in_again") throw error;
      await new Promise<void>((done, left) => {
        waiting.current = { done, left: () => left(new NotSignedInAnew()) };
        setOpen(true);
      });
      return work();
    }
  };
  const dialog = isOpen && (
    <Suspense>
      <FreshSignInDialog onDone={() => end("done")} onClose={() => end("left")} />
    </Suspense>
  );
  return { dialog, signedInFreshly };
}
