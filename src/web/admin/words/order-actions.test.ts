import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { orderAction } from "./order-actions.ts";

/** The actions that the server's files write into an order's trail, with every quoted part of composed ones. */
function writtenActions(): string[] {
  const files = globSync("src/server/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/entity: "order",[^}]{0,200}?action:([^,]+),/g)].flatMap(([, written = ""]) =>
      [...written.matchAll(/"([a-z_]+)"/g)].map(([, action = ""]) => action),
    );
  });
}

it("every audited action on an order has words, unless it is only compared", () => {
  const written = new Set(writtenActions());
  expect(written.size).toBeGreaterThan(20);
  const compared = new Set(["status", "written", "done", "approved", "move"]);
  const wordless = [...written].filter(
    (action) => !compared.has(action) && orderAction(action, "1.00") === undefined,
  );
  expect(wordless).toEqual([]);
});
