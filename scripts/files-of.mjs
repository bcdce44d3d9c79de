import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The files in a folder and its folders whose names end in one of some endings, sorted; Node 20 knows no `globSync`. */
export const filesOf = (folder, endings) =>
  readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path).replaceAll("\\", "/"))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .toSorted();
