import type { FastifyInstance } from "fastify";
import { type BusinessSettingsShown, getSettings, saveSettings } from "#contract/admin/settings.ts";
import { settingNames, settingVariables } from "#domain/site/business-settings.ts";
import { usualSettings } from "#server/business-settings.ts";
import { seenVersion } from "#server/http/if-match.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { findSettings } from "./queries.ts";
import { saveSettings as save } from "./save-settings.ts";

/** The routes for the settings that administrators write about the business. */
export function businessSettingsRoutes(app: FastifyInstance, services: Services): void {
  const { config, database } = services;

  async function shown(): Promise<BusinessSettingsShown> {
    const { version, written } = await findSettings(database);
    return {
      version: String(version),
      settings: settingNames.map((name) => ({
        name,
        value: config.written[name] ?? written[name] ?? "",
        usual: usualSettings[name],
        isFromEnvironment: config.written[name] !== undefined,
        variable: settingVariables[name],
      })),
    };
  }

  serve(app, getSettings, shown);

  serve(app, saveSettings, async ({ body, signedIn, request }) => {
    await save(services, { values: body.values, by: signedIn.account.id, seen: seenVersion(request) });
    return shown();
  });
}
