// The checks that read the code without running it, as what the pinned Node is called with. `npm test` makes
// all of them; some have a command of their own.
import { join } from "node:path";

const tool = (name, file) => join("node_modules", name, file);

export const lint = [
  { name: "lint", args: [tool("oxlint", "bin/oxlint"), "--type-aware", "--quiet"] },
  { name: "walls between rooms, features and folders", args: ["scripts/walls.mjs"] },
];

/**
 * Page types are generated before they are checked. Each room has a compiler's configuration of its own: that
 * is what keeps the rooms apart.
 */
export const typecheck = [
  { name: "generated types", args: [tool("@react-router/dev", "bin.cjs"), "typegen"] },
  ...["src/domain", "src/contract", "src/server", "src/web", "."].map((room) => ({
    name: `types of ${room}`,
    args: [tool("typescript", "bin/tsc"), "-p", room],
  })),
];

export const staticChecks = [
  { name: "format", args: [tool("oxfmt", "bin/oxfmt"), "--check", "."] },
  ...typecheck,
  ...lint,
  { name: "unused code and dependencies", args: [tool("knip", "bin/knip.js"), "--no-progress"] },
  { name: "patterns take no more time than their text is long", args: ["scripts/look-at-patterns.mjs"] },
  { name: "walls hold when tried", args: ["scripts/try-walls.mjs"] },
];
