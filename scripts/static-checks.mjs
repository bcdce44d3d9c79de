// The checks that read the code without running it, as arguments of the pinned Node. `npm test` runs all of them;
// some have a command of their own.
import { join } from "node:path";

const tool = (name, file) => join("node_modules", name, file);

const walls = { name: "walls between rooms, features and folders", args: ["scripts/walls.mjs"] };
const names = { name: "identifiers are the field's words", args: ["scripts/look-at-names.mjs"] };
const screens = { name: "screens keep their data", args: ["scripts/look-at-lost-screens.mjs"] };
const typeAware = { name: "lint", args: [tool("oxlint", "bin/oxlint"), "--type-aware", "--quiet"] };
export const lint = [typeAware, walls, names, screens];

const generated = { name: "generated types", args: [tool("@react-router/dev", "bin.cjs"), "typegen"] };
/** Each room has a compiler's configuration of its own: that is what keeps the rooms apart. */
const types = [".", "src/server", "src/gotrue", "src/web", "src/contract", "src/domain"].map((room) => ({
  name: `types of ${room}`,
  args: [tool("typescript", "bin/tsc"), "-p", room],
}));
export const typecheck = [generated, ...types];

/**
 * The checks in rounds, because page types are generated before other checks read them. Within a round no check
 * waits for another or writes files that another reads, so they may run side by side. The slowest begins first.
 */
export const staticChecks = [
  [generated, { name: "format", args: [tool("oxfmt", "bin/oxfmt"), "--check", "."] }, walls, names, screens],
  [typeAware, ...types],
  [
    { name: "patterns take no more time than their text is long", args: ["scripts/look-at-patterns.mjs"] },
    { name: "unused code and dependencies", args: [tool("knip", "bin/knip.js"), "--no-progress"] },
    { name: "walls hold when tried", args: ["scripts/try-walls.mjs"] },
  ],
];
