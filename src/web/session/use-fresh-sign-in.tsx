import { type ReactNode, Suspense, useRef, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { failureCode } from "./failure-words.ts";

// Loaded on demand: most calls need no new sign-in.
const loadDialog = () => import("./fresh-sign-in-dialog.tsx");
const FreshSignInDialog = lazyPart(loadDialog, "default");

/** The person closed the new sign-in: the action that they wanted did not happen. */
export class NotSignedInAnew extends Error {
  override name = "NotSignedInAnew";
}

/**
 * For calls that need a recent sign-in: `signedInFreshly(work)` runs the work. If the server asks for a new
 * sign-in, it opens `dialog` and then runs the work again; typed text stays. Throws what the work throws,
 * NotSignedInAnew, or an error if the dialog can't be loaded.
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
      // If its script can't be loaded, the work fails and its form stays.
      await loadDialog();
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
