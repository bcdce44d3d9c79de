import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { leaveScrollAsItIs } from "./ui/leave-scroll.ts";
import { registerWorker } from "./layout/register-worker.ts";
import { startSaved } from "./saved-cars/start-saved.ts";
import { readLanguageFromDocument } from "./i18n/language.ts";

readLanguageFromDocument();
leaveScrollAsItIs();
/** Puts back what somebody typed into a page that the browser translated before this script ran. */
const putBack = document.querySelector("body font")
  ? (await import("./ui/typed-in-translated.ts")).typedInTranslated()
  : undefined;

/** Tells the boot script that the application has taken over, so that a POST it holds can go. */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    putBack?.();
    window.dispatchEvent(new Event("longbay:ready"));
    registerWorker();
    void import("./ui/after-start.ts").then(({ afterStart }) => afterStart());
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
