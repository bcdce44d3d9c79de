import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/db/open-database.ts";
import { findHold, type RestoredFrom } from "./queries.ts";

/** Milliseconds after which a process sees that another has let go. */
const pace = 1000;

export type HoldState = {
  /** Set where a backup was restored; undefined where HELD alone holds. */
  restored: RestoredFrom | undefined;
  /** HELD is on: nothing lets it go but another setting and a start. */
  isBySetting: boolean;
};

/** Whether this installation does what it does by itself: email, text messages, charges, jobs. */
export type Hold = {
  /** Undefined once it was let go. */
  current: () => HoldState | undefined;
  /** Begins something that is done by itself: now, or once it is let go, after what was asked for before. */
  whenReleased: (begin: () => Promise<void>) => Promise<void>;
  /** Looks whether it was let go, and begins what waits for that. */
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
    // What can't begin now is begun at the next look.
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
