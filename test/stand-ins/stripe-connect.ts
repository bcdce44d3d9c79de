import { randomBytes } from "node:crypto";

type Row = Record<string, unknown> & { id: string };
type StandInParts = {
  /** Adds a line to the balance; money that leaves is below zero. */
  move: (category: string, amount: number, source: Row, fee?: number) => Row;
  refused: (code: string, message: string, status?: number) => Error;
};
type ConnectCall = {
  method: string;
  kind: string;
  key: string;
  asked: URLSearchParams;
  wanted: Record<string, unknown>;
};

const id = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;

/** The parts of Stripe for hosts' accounts and the transfers to them, with its published shapes. */
export function stripeConnect({ move, refused }: StandInParts) {
  const accounts = new Map<string, Row>();
  const transfers = new Map<string, Row>();
  const find = (rows: Map<string, Row>, key: string): Row => {
    const row = rows.get(key);
    if (!row) throw refused("resource_missing", `No such object: ${key}`, 404);
    return row;
  };

  function openAccount(wanted: Record<string, unknown>): Row {
    const account: Row = {
      id: id("acct"),
      object: "account",
      type: wanted.type,
      metadata: wanted.metadata ?? {},
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
      requirements: { currently_due: ["external_account", "tos_acceptance.date"] },
    };
    accounts.set(account.id, account);
    return account;
  }

  function transfer(wanted: Record<string, unknown>): Row {
    const account = find(accounts, String(wanted.destination));
    if (!account.payouts_enabled)
      throw refused("insufficient_capabilities_for_transfer", "Your destination account needs transfers");
    const row: Row = {
      id: id("tr"),
      object: "transfer",
      amount: Number(wanted.amount),
      amount_reversed: 0,
      currency: wanted.currency,
      destination: account.id,
      transfer_group: wanted.transfer_group ?? null,
      metadata: wanted.metadata ?? {},
      reversed: false,
    };
    transfers.set(row.id, row);
    move("transfer", -Number(wanted.amount), row, 0);
    return row;
  }

  return {
    accounts,
    transfers,
    answer({ method, kind, key, asked, wanted }: ConnectCall): object | undefined {
      if (kind === "accounts") return method === "POST" ? openAccount(wanted) : find(accounts, key);
      if (kind === "account_links")
        return { object: "account_link", url: `https://connect.example/${String(wanted.account)}` };
      if (kind === "transfers" && method === "POST") return transfer(wanted);
      if (kind === "transfers" && key) return find(transfers, key);
      if (kind === "transfers") {
        const group = asked.get("transfer_group");
        const data = [...transfers.values()].filter((row) => row.transfer_group === group);
        return { object: "list", data, has_more: false, url: "/v1/transfers" };
      }
      return undefined;
    },
    /** The host has answered all of Stripe's questions. */
    finish(accountId: string): void {
      Object.assign(find(accounts, accountId), {
        payouts_enabled: true,
        capabilities: { transfers: "active" },
        requirements: { currently_due: [] },
      });
    },
    /** Sets what Stripe reveals of an account's owner: mostly nothing, if Stripe's pages have asked the owner. */
    tell(accountId: string, owner: { individual?: object; company?: object }): void {
      Object.assign(find(accounts, accountId), owner);
    },
    /** Stripe, or somebody on its pages, reverses a transfer, all or `amount` of it. */
    reverse(transferId: string, amount?: number): void {
      const row = find(transfers, transferId);
      const before = Number(row.amount_reversed);
      const taken = amount ?? Number(row.amount) - before;
      Object.assign(row, {
        amount_reversed: before + taken,
        reversed: before + taken === Number(row.amount),
      });
      const reversal = { id: id("trr"), object: "transfer_reversal", transfer: row.id };
      move("transfer_reversal", taken, reversal, 0);
    },
  };
}
