import * as z from "zod/mini";
import { settingNames } from "#domain/site/business-settings.ts";
import { endpoint } from "#contract/endpoint.ts";

const tag = "Admin: settings";

/** Longer than any setting: taxes of a hundred cities. */
const longestSetting = 30_000;

/** What is said of the business, each as the environment would have it. */
export const BusinessSettingsShown = z.object({
  /** Goes back as If-Match. */
  version: z.string(),
  settings: z.array(
    z.object({
      name: z.enum(settingNames),
      /** What is written, by whichever wins; empty where nobody has. */
      value: z.string(),
      /** What stands where nobody has written anything. */
      usual: z.string(),
      /** Set by the environment, under this name: it can't be changed here. */
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
          settingNames.map((name) => [name, z.string().check(z.maxLength(longestSetting))]),
        ) as Record<(typeof settingNames)[number], z.ZodMiniString>,
      ),
    ),
  }),
  response: BusinessSettingsShown,
  status: 200,
});
