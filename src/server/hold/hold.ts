import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/db/open-database.ts";
import { findHold, type RestoredFrom } from "./queries.ts";

/** Milliseconds after which a process notices that another has released the installation. */
const pace = 1000;

export type HoldState = {
  /** Undefined if no backup was restored and only HELD holds the installation. */
  restored: RestoredFrom | undefined;
  /** Whether HELD is on: then only another setting and a new start release it. */
  isBySetting: boolean;
};

/** Whether this installation may act by itself: email, text messages, charges, jobs. */
export type Hold = {
  /** Undefined once the installation is released. */
  current: () => HoldState | undefined;
  /** Begins something that acts by itself: now, or after the release, in the order of the calls. */
  whenReleased: (begin: () => Promise<void>) => Promise<void>;
  /** Checks for the release, and then begins what waits for it. */
  look: () => Promise<void>;
  close: () => void;
};

export async function openHold(
  database: Pick<Database, "rows">,
  isBySetting: boolean,
  log: FastifyBaseLogger,
): Promise<Hold> {
  const restored = await findHold(database);
  let state: HoldState | undefined = restored || isBySetting ? { restored, isBySetting } : undefined;
  const waiting: (() => Promise<void>)[] = [];
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async () => {
    const found = await findHold(database);
    if (found || isBySetting) {
      state = { restored: found, isBySetting };
      return;
    }
    state = undefined;
    // If the work can't begin now, the next check tries again.
    for (let begin = waiting[0]; begin; begin = waiting[0]) {
      await begin();
      waiting.shift();
    }
    clearInterval(timer);
  };
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  if (state && !isBySetting)
    timer = setInterval(() => {
      look().catch((error: unknown) => log.warn({ err: error }, "whether we are held can't be seen"));
    }, pace).unref();

  return {
    current: () => state,
    async whenReleased(begin) {
      if (state) waiting.push(begin);
      else await begin();
    },
    look,
    close: () => clearInterval(timer),
  };
}
