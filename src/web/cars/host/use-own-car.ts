import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { HostCar } from "#contract/host-cars.ts";
import { makeStale } from "#web/make-stale.ts";
import { lastingDrafts } from "#web/session/drafts.ts";
import { saveOwnCar } from "./save-own-car.ts";
import { makeSaver, type Saver } from "./saver.ts";
import type { SaverState } from "./saver-state.ts";

type KeptFields = Parameters<typeof makeSaver>[0]["kept"];
const keptKey = (id: string) => `longbay.host-car.${id}`;

/** A car's saver and its state while the page is open. Unsent values are kept for the next visit. */
export function useOwnCar(opened: HostCar): { saver: Saver; state: SaverState } {
  const cache = useQueryClient();
  const [saver] = useState(() =>
    makeSaver({
      car: opened,
      kept: lastingDrafts.read(keptKey(opened.id)) as KeptFields,
      keep: (pending) => lastingDrafts.keep(keptKey(opened.id), pending),
      send: saveOwnCar,
    }),
  );
  useEffect(() => {
    const flush = () => void saver.flush();
    const onHidden = () => document.visibilityState === "hidden" && void saver.hide();
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", onHidden);
      saver.stop();
      void saver.leave().then(() => makeStale(cache, "car"));
    };
  }, [saver, cache]);
  return { saver, state: useSyncExternalStore(saver.subscribe, saver.read, saver.read) };
}

export type OwnCar = { saver: Saver; state: SaverState; newestYear: number };

/** The car of the form, for the form's fields and steps. */
export const OwnCarContext = createContext<OwnCar | undefined>(undefined);

export function useOwnCarForm(): OwnCar {
  const form = useContext(OwnCarContext);
  if (!form) throw new Error("A field of a car's form stands outside of it");
  return form;
}
