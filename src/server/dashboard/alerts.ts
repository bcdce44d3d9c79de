import type { SystemAlert } from "#contract/admin/dashboard.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { tellsHowToPay } from "#server/provider-settings.ts";
import type { AlertRow } from "./alert-queries.ts";
import { rules } from "./alert-rules.ts";

const order = Object.keys(rules);

/**
 * Conditions as sentences. An alert's id names its newest case, so that taking note of it lasts until another
 * joins.
 */
export function alertsOf(rows: AlertRow[], language: Language): SystemAlert[] {
  return rows
    .flatMap(({ rule, count, newest, at, about }) => {
      const found = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
      return found
        ? [
            {
              id: `${rule}:${newest}`,
              type: found.type,
              message: found[language](count),
              timestamp: at,
              href: typeof found.href === "string" ? found.href : found.href(about ?? ""),
            },
          ]
        : [];
    })
    .toSorted((a, b) => order.indexOf(ruleOf(a)) - order.indexOf(ruleOf(b)));
}

const ruleOf = ({ id }: Pick<SystemAlert, "id">): string => id.split(":")[0] ?? "";

export const isAlertId = (id: string): boolean => Object.hasOwn(rules, ruleOf({ id }));

type WatchedSettings = Pick<
  Config,
  "smtpUrl" | "isLocal" | "adminSecondFactor" | "paymentInstructions" | "providers"
>;

/** Alerts about missing settings: on a public site emails must go out; and renters must learn how to pay. */
export function missingSettings(config: WatchedSettings, startedAt: number): AlertRow[] {
  const missing = (rule: string): AlertRow => ({
    rule,
    count: 1,
    newest: "now",
    at: new Date(startedAt).toISOString(),
  });
  return [
    ...(config.smtpUrl || config.isLocal ? [] : [missing("no_mail_server")]),
    ...(config.adminSecondFactor || config.isLocal ? [] : [missing("no_second_factor")]),
    ...(tellsHowToPay(config) ? [] : [missing("no_payment_instructions")]),
  ];
}
