// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Permission, permissions } from "#domain/people/permissions.ts";
import { makePerson, type Person } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import {
  type MoneyAction,
  type Effect,
  type Send,
  effectsOf,
  moneyActions,
  moneyOf,
} from "../money-actions.ts";
import { accessTable } from "./access-table.ts";

type Caller = { names: readonly string[]; held: readonly Permission[]; person: Person };

let test: TestApp;
let renter: Person;
let other: Person;
let callers: Caller[];
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  other = await makePerson(test, { role: "admin", permissions: ["all"] });
  callers = [];
  const alone = ownColumns.map((permission) => [permission]);
  // Permissions only add: what all the others together do not allow, none of them allows alone.
  const others = permissions.filter((permission) => !ownColumns.includes(permission));
  for (const held of [[], others, ...alone])
    callers.push({
      names: held.length > 0 ? held : [""],
      held,
      person: await makePerson(test, { role: "admin", permissions: held }),
    });
});
afterAll(() => test.close());

/** Permissions that change what somebody may do with money; the others change nothing, even together. */
const ownColumns: readonly Permission[] = ["all", "all_permissions", "manage_payments", "manage_disputes"];

/** The permission that each effect on money needs; `all` and `all_permissions` include each. */
const gates: Partial<Record<Effect, Permission>> = {
  "gives back": "manage_payments",
  "takes in": "manage_payments",
  "corrects a payment": "manage_payments",
  "writes off": "manage_payments",
  "is owed": "manage_disputes",
};
/** Actions that give money back by the terms: the renter asked for what the terms offer. */
const byTheTerms = new Set(["accepts more days that make the rental cheaper"]);

const holds = ({ held }: Caller, permission: Permission) =>
  held.some((one) => one === permission || one === "all" || one === "all_permissions");

/** Writing calls of administrators that move no order's money. */
const moneyless = [
  // Payouts are hosts' money; the tests in src/server/payouts cover them.
  "POST /api/admin/payouts/:id/cancel",
  "POST /api/admin/payouts/:id/failed",
  "POST /api/admin/payouts/:id/paid",
  "POST /api/admin/payouts/paid",
  // Files of rentals: the tests of imports follow them through the books.
  "POST /api/admin/upload-rentals",
  "POST /api/admin/rental-imports/:id/undo",
  "PUT /api/admin/hosts/:id/payout-hold",
  "PUT /api/admin/payout-flags/:id/:kind",
  "PUT /api/admin/pickup-denials/:id",
  "POST /api/admin/hosts/:id/adjustments",
  "PUT /api/admin/host-adjustments/:id",
  "PUT /api/admin/cars/:id/owner",
  "PUT /api/admin/host-cars/:id",
  "PUT /api/admin/host-cars/:id/unseen",
  "DELETE /api/admin/backend/dead-letters/:id",
  "DELETE /api/admin/cars/:id",
  "DELETE /api/admin/cars/:id/blocks/:block",
  "DELETE /api/admin/imports/:id",
  "DELETE /api/admin/invitations/:id",
  "DELETE /api/admin/saved-replies/:id",
  "PATCH /api/admin/cars/:id/availability",
  "POST /api/admin/backend/dead-letters/:id/retry",
  "POST /api/admin/backend/dead-letters/retry",
  "POST /api/admin/cars",
  "POST /api/admin/cars/:id/blocks",
  "POST /api/admin/cars/:id/restore",
  "POST /api/admin/first-run/test-email",
  "POST /api/admin/finance/months/:month/close",
  "POST /api/admin/finance/months/:month/reopen",
  "POST /api/admin/finance/reconciliation",
  "POST /api/admin/finance/webhooks/:id/retry",
  "POST /api/admin/host-applications/:id/decision",
  "POST /api/admin/hold/release",
  "POST /api/admin/imports/:id/undo",
  "POST /api/admin/invitations",
  "POST /api/admin/messages/:id/answer",
  "POST /api/admin/orders",
  "POST /api/admin/orders/:id/end/dismiss",
  "POST /api/admin/orders/:id/free-days",
  "POST /api/admin/orders/:id/notes",
  "POST /api/admin/orders/:id/offers/quote",
  "POST /api/admin/orders/:id/replacements/:carId/agree",
  "POST /api/admin/saved-replies",
  "POST /api/admin/system/alerts/:id/acknowledge",
  "POST /api/admin/upload-csv",
  "POST /api/admin/upload-images",
  "POST /api/admin/upload-to-cloud",
  "POST /api/admin/users/:id/restore",
  "POST /api/admin/users/:id/suspend",
  "POST /api/claude/analyze-car",
  "POST /api/claude/analyze-pricing",
  "POST /api/claude/generate-description",
  "POST /api/claude/generate-marketing",
  "PUT /api/admin/cars/:id",
  "PUT /api/admin/conversations/:id",
  "PUT /api/admin/finance/differences/:id",
  "PUT /api/admin/finance/webhooks/:id",
  "PUT /api/admin/messages/:id/closed",
  "PUT /api/admin/reviews/:id",
  "PUT /api/admin/saved-replies/:id",
  "PUT /api/admin/settings",
  "PUT /api/admin/users/:id",
  "PUT /api/admin/users/:id/role",
  "PUT /api/admin/verifications/:id",
];

/** Calls that move money only with a provider, which this application lacks: see charged-once.test.ts. */
const ofProviders = ["POST /api/admin/orders/:id/charge-again"];

/** Writing calls that hosts may make too. */
const sharedWithHosts = ["POST /api/orders/:id/charges"];

const doneBy = new Map<string, Map<string, string>>();

describe("the money of an order, by permission", () => {
  it("every call that lets administrators write is listed with its money actions, or as one without", () => {
    const writes = Object.entries(accessTable).flatMap(([call, access]) => {
      const isAdministrators = access === "admin" || typeof access === "object";
      return isAdministrators && !call.startsWith("GET ") ? [call] : [];
    });
    const known = new Set([...moneyActions.map(({ call }) => call), ...moneyless, ...ofProviders]);
    expect([...known].toSorted()).toEqual([...writes, ...sharedWithHosts].toSorted());
  });

  it.each(moneyActions)(
    "money moves only with the permission for it when an administrator $name",
    async (action) => {
      const cells = await cellsOf(action);
      doneBy.set(
        action.name,
        new Map(
          cells.flatMap(({ caller, effects, isRefused }) =>
            caller.names.map((name) => [name, wordsFor(effects, isRefused)] as const),
          ),
        ),
      );
      for (const { caller, effects } of cells)
        for (const effect of effects) {
          const gate = gates[effect];
          const isFree = !gate || (effect === "gives back" && byTheTerms.has(action.name));
          expect([caller.held, effect, isFree || holds(caller, gate)]).toEqual([caller.held, effect, true]);
        }
      const [none, others] = cells;
      expect(others?.effects).toEqual(none?.effects);
      expect(others?.isRefused).toBe(none?.isRefused);
    },
  );

  it("the money actions are the ones that docs/ledger-by-permission.md shows", async () => {
    expect(doneBy.size).toBe(moneyActions.length);
    await expect(page()).toMatchFileSnapshot("../../docs/ledger-by-permission.md");
  });
});

type Cell = { caller: Caller; effects: Effect[]; isRefused: boolean };

async function cellsOf(action: MoneyAction): Promise<Cell[]> {
  const cells: Cell[] = [];
  let made: { send: Send; before: Awaited<ReturnType<typeof moneyOf>> } | undefined;
  for (const caller of callers) {
    made ??= { send: await action.make({ test, renter, other }), before: await moneyOf(test) };
    const answer = await made.send(caller.person);
    const effects = effectsOf(made.before, await moneyOf(test));
    const isRefused = answer.statusCode === 403;
    expect([caller.held, isRefused || answer.statusCode < 300, answer.body]).toEqual([
      caller.held,
      true,
      answer.body,
    ]);
    cells.push({ caller, effects, isRefused });
    // A refused call changes nothing, so the next caller uses the same thing.
    expect([isRefused && effects.length > 0, caller.held]).toEqual([false, caller.held]);
    if (!isRefused) made = undefined;
  }
  return cells;
}

const wordsFor = (effects: readonly Effect[], isRefused: boolean): string =>
  isRefused ? "refused" : effects.join(", ") || "nothing";

/** Administrators with the same rights in every row share a column. */
function page(): string {
  const columnOf = (name: string) => moneyActions.map((action) => doneBy.get(action.name)?.get(name) ?? "");
  const columns = Map.groupBy(["", ...permissions], (name) => columnOf(name).join("|"));
  const heads = [...columns.values()].map((group) =>
    group.map((name) => (name ? `\`${name}\`` : "none")).join(", "),
  );
  const cells = [...columns.values()].map(([first = ""]) => columnOf(first));
  const rows = moneyActions.map(({ name, call }, index) => [
    name,
    `\`${call}\``,
    ...cells.map((column) => column[index] ?? ""),
  ]);
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  return `# What moves money, by permission

Made by \`npm test -- test/api/ledger-by-permission.test.ts -u\`; the test fails where this page says otherwise.

Each administrator below holds one permission alone, or none. "Gives back" is money that leaves us, or is approved to;
"proposes a refund" waits for somebody who manages payments; "asks" and "asks no more" are what a renter is to pay.

${line(["An administrator who", "Call", ...heads])}
${line(["---", "---", ...heads.map(() => "---")])}
${rows.map(line).join("\n")}
`;
}
