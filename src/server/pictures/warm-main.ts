import { constants, setPriority } from "node:os";
import { fleetDir } from "./fleet-dir.ts";
import { openPictureStore } from "./store.ts";
import { warmPictures } from "./warm.ts";

// A process of its own, forked by the server with the data directory as argument: it takes only the time that nobody else
// wants, and ends with the server however that ends.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_LOW);
await warmPictures(await openPictureStore({ fleetDir, dataDir: process.argv[2] ?? "" }));
process.exit();
