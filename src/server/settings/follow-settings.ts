import type { FastifyBaseLogger } from "fastify";
import { settingNames, type WrittenSettings } from "#domain/site/business-settings.ts";
import { type BusinessSettings, readWritten, settingError } from "#server/business-settings.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/open-database.ts";
import { findSettings } from "./queries.ts";

/** The channel on which processes hear that the settings have changed. */
const channel = "business_settings";
/** Milliseconds after a failed read in which the last settings stay valid: no page waits for the database. */
const failedPause = 1000;

/** How this process follows changes of the settings, made by itself or by another process. */
export type SettingsWatch = {
  /** The version of the settings in `config`; each cached answer belongs to one version. */
  version: () => number;
  /**
   * Called before a request is answered and before a job runs: while changes are heard, the last reading is valid;
   * while they aren't, each call reads the settings again.
   */
  ensureFresh: () => Promise<void> | undefined;
  /** Called after a change by this process: its next reader need not wait for the database's notification. */
  changed: () => Promise<void>;
};

/**
 * The configuration, with the settings page's values where the environment sets none, always up to date: every
 * setting is read from `config`. Don't destructure it before it is used.
 */
export async function followSettings(
  database: Pick<Database, "db" | "listen">,
  config: Config,
  log: FastifyBaseLogger,
): Promise<{ config: Config; settings: SettingsWatch }> {
  let version = -1;
  let current: BusinessSettings = config;
  let isListening = true;
  let isFresh = false;
  let failedAt = 0;
  let reading: Promise<void> | undefined;
  let isOvertaken = false;

  const readOnce = async () => {
    const kept = await findSettings(database);
    // Two readings may end in another order than they began.
    if (kept.version <= version) return;
    current = readWritten(rightOf(kept.written, config, log), config.demo);
    version = kept.version;
  };
  const readUntilFresh = async () => {
    do {
      isOvertaken = false;
      await readOnce();
    } while (isOvertaken);
    isFresh = isListening;
  };
  const read = (): Promise<void> => {
    reading ??= readUntilFresh().finally(() => (reading = undefined));
    return reading;
  };
  const readAnew = (): Promise<void> => {
    isFresh = false;
    // A reading that has begun may have read before the change.
    isOvertaken = true;
    return read();
  };
  const readOrSay = () =>
    read().catch((error: unknown) => {
      failedAt = Date.now();
      log.warn({ err: error }, "the business settings could not be read");
    });

  await database.listen(
    channel,
    () => void readAnew().catch(() => undefined),
    (isHeard) => {
      isListening = isHeard;
      isFresh = false;
      if (isHeard) readAnew().catch(() => undefined);
    },
  );
  await readAnew();

  const live = { ...config };
  for (const name of [
    "adminEmail",
    "business",
    "paymentInstructions",
    "hostShare",
    "hostHoldDays",
    "taxRates",
  ] as const)
    Object.defineProperty(live, name, { enumerable: true, get: () => current[name] });

  return {
    config: Object.freeze(live),
    settings: {
      version: () => version,
      ensureFresh: () => (!isFresh && Date.now() - failedAt > failedPause ? readOrSay() : undefined),
      changed: readAnew,
    },
  };
}

/** The value of each setting: the environment's, or the stored one where it is still valid. */
function rightOf(kept: WrittenSettings, { written }: Config, log: FastifyBaseLogger): WrittenSettings {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const text = written[name] ?? kept[name];
      if (text === undefined) return [];
      const error = settingError(name, text);
      if (error === undefined) return [[name, text]];
      // A newer version's rules may refuse a value that an older version took.
      log.warn({ setting: name }, `a business setting ${error}, and is left out`);
      return [];
    }),
  );
}
