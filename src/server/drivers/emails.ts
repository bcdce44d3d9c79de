import { brand } from "#domain/brand.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { OrderRow } from "#server/orders/queries.ts";

const texts: Record<
  Language,
  Record<"subject" | "body" | "steps" | "ignore" | "link" | "order" | "car" | "dates", string> & {
    range: (from: string, until: string) => string;
  }
> = {
  en: {
    subject: "You’ve been named as an additional driver",
    body: `Someone who rents a car with ${brand.name.en} has named you as an additional driver. It costs you nothing.`,
    steps:
      "If you’d like to drive: sign in or create an account with this email address, agree, and upload your driver’s license. You may drive once we’ve verified it.",
    ignore: "Don’t know what this is about? Just ignore this email.",
    link: "Agree and add your license",
    order: "Order",
    car: "Car",
    dates: "Dates",
    range: (from, until) => `${from} to ${until}`,
  },
  zh: {
    subject: "您被登记为附加驾驶人",
    body: `有人在${brand.name.zh}租车，把您登记为附加驾驶人。您无需支付任何费用。`,
    steps: "如果您要驾驶：请用此邮箱登录或注册账户，确认同意，并上传驾照。驾照核验通过后，您就可以驾驶。",
    ignore: "不清楚是怎么回事？忽略此邮件即可。",
    link: "同意并上传驾照",
    order: "订单号",
    car: "车辆",
    dates: "租期",
    range: (from, until) => `${from}至${until}`,
  },
};

/**
 * Asks a person whom a renter has named. It repeats nothing that the renter typed: anybody can type anybody's address.
 */
export function driverEmail(settings: Pick<Config, "publicUrl">, order: OrderRow, recipient: string): Email {
  const { language } = order;
  const text = texts[language];
  const day = (date: string) => formatDate(date, language);
  return {
    kind: "driver_named",
    recipient,
    language,
    subject: text.subject,
    orderId: order.id,
    content: {
      greeting: greeting(language, ""),
      blocks: [
        { kind: "paragraph", text: text.body },
        { kind: "paragraph", text: text.steps },
        {
          kind: "facts",
          facts: [
            [text.order, order.orderNumber],
            ...(order.carName
              ? [[text.car, carNameIn(order.carName, language)] satisfies [string, string]]
              : []),
            [text.dates, text.range(day(order.pickupDate), day(order.returnDate))],
          ],
        },
        {
          kind: "link",
          text: text.link,
          url: new URL("/dashboard/license", settings.publicUrl.origin).href,
        },
        { kind: "paragraph", text: text.ignore },
      ],
      signature: {
        en: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
        zh: `${brand.name.zh}\n旧金山湾区按月租车`,
      }[language],
    },
  };
}
