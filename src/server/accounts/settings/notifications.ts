import { eq } from "drizzle-orm";
import type { BodyRead } from "#contract/endpoint.ts";
import type { Notifications, setNotifications } from "#contract/account/settings.ts";
import { Refusal } from "#contract/errors.ts";
import {
  type NotificationChannel,
  notificationChannels,
  type Occasion,
  occasions,
  offers,
} from "#domain/people/notifications.ts";
import { users } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { notificationChoices } from "#server/db/schema/renters.ts";
import type { Services } from "#server/services.ts";

type Choice = typeof notificationChoices.$inferSelect;

export async function readNotifications(
  { config }: Pick<Services, "config">,
  db: Db,
  accountId: string,
): Promise<Notifications> {
  const chosen = await db
    .select()
    .from(notificationChoices)
    .where(eq(notificationChoices.accountId, accountId));
  const [user] = await db
    .select({ phone: users.phoneConfirmedAt })
    .from(users)
    .where(eq(users.id, accountId));
  const noPhone = user?.phone ? null : ("no_phone" as const);
  return {
    smsUnavailable: config.smsUrl || config.isLocal ? noPhone : "no_gateway",
    occasions: occasions.map((occasion) => ({
      occasion,
      email: isWanted(chosen, occasion, "email") ?? false,
      isEmailFixed: offers[occasion].email === "fixed",
      sms: isWanted(chosen, occasion, "sms"),
    })),
  };
}

/** Null where the channel is not offered. */
function isWanted(
  chosen: readonly Choice[],
  occasion: Occasion,
  channel: NotificationChannel,
): boolean | null {
  const offer = offers[occasion][channel];
  if (offer === "none") return null;
  if (offer === "fixed") return true;
  const choice = chosen.find((one) => one.occasion === occasion && one.channel === channel);
  return choice?.isWanted ?? offer === "on";
}

type WantedOccasions = BodyRead<typeof setNotifications>["occasions"];

/** Throws a Refusal for a channel that can't be switched off, or isn't offered. */
export async function writeNotifications(tx: Db, accountId: string, wanted: WantedOccasions): Promise<void> {
  for (const { occasion, ...channels } of wanted)
    for (const channel of notificationChannels) {
      const isOn = channels[channel];
      if (typeof isOn !== "boolean") continue;
      const offer = offers[occasion][channel];
      if (offer === "fixed" && isOn) continue;
      if (offer === "none" && !isOn) continue;
      if (offer === "fixed" || offer === "none") throw notOffered(occasion, channel);
      await tx
        .insert(notificationChoices)
        .values({ accountId, occasion, channel, isWanted: isOn })
        .onConflictDoUpdate({
          target: [notificationChoices.accountId, notificationChoices.occasion, notificationChoices.channel],
          set: { isWanted: isOn },
        });
    }
}

function notOffered(occasion: Occasion, channel: NotificationChannel): Refusal {
  const message = channel === "email" ? "is always sent by email" : "is not sent as a text message";
  return new Refusal("invalid", `"${occasion}" ${message}.`, {
    fields: { [`occasions.${occasion}.${channel}`]: { code: "not_offered", message } },
  });
}
