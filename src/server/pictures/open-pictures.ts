import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { fleetDir } from "./fleet-dir.ts";
import { type CarPictures, carPictures, type PicturedCar } from "./present.ts";
import { openPictureStore, type PictureStore, type PictureStoreOptions } from "./store.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** The store, and all that the rest of the server wants of pictures. */
export type Pictures = PictureStore &
  Pick<Workshop, "takeIn"> & {
    readonly picturesOf: (car: PicturedCar) => CarPictures;
    /** Starts to prepare variants, in a process of lowest priority; call it once the server listens. */
    readonly warm: () => void;
    /** Stops that, and waits until it has ended. */
    readonly close: () => Promise<void>;
  };

const warmer = fileURLToPath(new URL("./warm-main.ts", import.meta.url));

export async function openPictures(
  dataDir: string,
  options: Partial<PictureStoreOptions> & { onWarmingFailed?: (error: unknown) => void } = {},
): Promise<Pictures> {
  const store = await openPictureStore({ fleetDir, dataDir, ...options });
  const workshop = openWorkshop(dataDir);
  let warming: ChildProcess | undefined;
  return {
    ...store,
    takeIn: workshop.takeIn,
    picturesOf: (car) => carPictures(car, store.manifest),
    warm() {
      warming = fork(warmer, [dataDir], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
      warming.on("error", (error) => options.onWarmingFailed?.(error));
      warming.unref();
      warming.channel?.unref();
    },
    async close() {
      await workshop.close();
      if (!warming || warming.exitCode !== null || warming.signalCode !== null) return;
      const ended = once(warming, "exit");
      warming.kill();
      await ended;
    },
  };
}
