import { Refusal } from "#contract/errors.ts";
import {
  type SettingName,
  settingNames,
  settingVariables,
  type WrittenSettings,
} from "#domain/site/business-settings.ts";
import { settingError } from "#server/business-settings.ts";
import { audit } from "#server/db/audit.ts";
import type { Services } from "#server/services.ts";
import { lockSettings, writeSettings } from "./write-settings.ts";

type SettingsSave = { values: WrittenSettings; by: string; seen: string | undefined };

/**
 * Saves the texts of some settings; an empty text removes the setting. Every process knows of it within a second.
 * Throws a Refusal for an invalid text, for a setting of the environment, and for one that somebody else has
 * changed since `seen`.
 */
export async function saveSettings(services: Services, { values, by, seen }: SettingsSave): Promise<void> {
  const { config, database, settings } = services;
  const wanted = settingNames.flatMap((name): [SettingName, string][] => {
    const text = values[name]?.trim();
    return text === undefined ? [] : [[name, text]];
  });
  refuseWrong(wanted, config.written);
  await database.transaction(async (tx) => {
    const { version, written } = await lockSettings(tx);
    if (seen !== undefined && seen !== String(version))
      throw new Refusal("stale", "Someone else has changed the settings since you opened them.");
    const changed = wanted.filter(([name, text]) => text !== (written[name] ?? ""));
    if (changed.length === 0) return;
    const next: WrittenSettings = { ...written };
    for (const [name, text] of changed) {
      if (text) next[name] = text;
      else delete next[name];
      await audit(tx, {
        actor: by,
        entity: "setting",
        entityId: name,
        action: "changed",
        before: { value: written[name] ?? "" },
        after: { value: text },
      });
    }
    await writeSettings(tx, { version: version + 1, written: next });
  });
  await settings.changed();
}

function refuseWrong(wanted: readonly [SettingName, string][], environment: WrittenSettings): void {
  const fields = Object.fromEntries(
    wanted.flatMap(([name, text]) => {
      if (environment[name] !== undefined)
        return [
          [
            name,
            { code: "set_elsewhere", message: `is set by ${settingVariables[name]} in the environment` },
          ],
        ];
      const error = text && settingError(name, text);
      return error ? [[name, { code: "invalid", message: error }]] : [];
    }),
  );
  const [first] = Object.entries(fields);
  if (first) throw new Refusal("invalid", `${first[0]} ${first[1].message}.`, { fields });
}
