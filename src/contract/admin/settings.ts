import * as z from "zod/mini";
import { settingFields } from "#domain/fields/settings.ts";
import { settingNames } from "#domain/site/business-settings.ts";
import { endpoint } from "#contract/endpoint.ts";

const tag = "Admin: settings";

/** More than any setting needs: the taxes of a hundred cities fit. */
const longestSetting = 30_000;

/** The settings of the business, each in the form that an environment variable would have. */
export const BusinessSettingsShown = z.object({
  /** Send it back as If-Match. */
  version: z.string(),
  settings: z.array(
    z.object({
      name: z.enum(settingNames),
      /** The value in force, from the environment or from here; empty where nobody has set one. */
      value: z.string(),
      /** The value that applies where nobody has set one. */
      usual: z.string(),
      /** The environment variable `variable` sets it: it can't be changed here. */
      isFromEnvironment: z.boolean(),
      variable: z.string(),
    }),
  ),
});
export type BusinessSettingsShown = z.infer<typeof BusinessSettingsShown>;

export const getSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "What is said of the business, and what of it the environment sets",
  tag,
  access: ["all"],
  response: BusinessSettingsShown,
  status: 200,
});

export const saveSettings = endpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Change what is said of the business, for what is written from now on. With If-Match, only over the version that was seen. Empty values stand for nothing; 422 for what isn't right or the environment sets",
  tag,
  access: ["all"],
  body: z.object({
    values: z.partial(
      z.object(
        Object.fromEntries(
          settingNames.map((name) => [
            name,
            z.string().check(z.maxLength(longestSetting), z.overwrite(settingFields[name].tidy)),
          ]),
        ) as Record<(typeof settingNames)[number], z.ZodMiniString>,
      ),
    ),
  }),
  response: BusinessSettingsShown,
  status: 200,
});
