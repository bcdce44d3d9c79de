import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { readLanguageFromDocument } from "./i18n/language.ts";

readLanguageFromDocument();

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
