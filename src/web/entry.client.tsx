import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepComposingEnter } from "./ui/composing-enter.ts";
import { leaveScrollAsItIs } from "./ui/leave-scroll.ts";
import { registerWorker } from "./layout/register-worker.ts";
import { startSaved } from "./saved-cars/start-saved.ts";
import { readLanguageFromDocument } from "./i18n/language.ts";

readLanguageFromDocument();
leaveScrollAsItIs();
keepComposingEnter();

/** Tells the boot script that the application has taken over, so that a POST it holds can go. */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event("longbay:ready"));
    registerWorker();
    startSaved();
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <Ready>
      <HydratedRouter />
    </Ready>,
  );
});
