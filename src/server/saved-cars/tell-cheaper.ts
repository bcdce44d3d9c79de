import { brand } from "#domain/brand.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { formatMoney } from "#domain/money.ts";
import { isTaxedIn } from "#domain/pricing/tax-rates.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { Services } from "#server/services.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";

const most = 200;

type Cheaper = {
  carId: string;
  name: string;
  city: string;
  before: number;
  price: number;
  email: string;
  fullName: string;
  language: Language | null;
};

/**
 * The hour's job: tells people, once, of a saved car that costs less than when they saved it, or were told last.
 * A car that can't be ordered is no news.
 */
export async function emailCheaper({
  config,
  database,
  outbox,
  now,
}: Pick<Services, "config" | "database" | "outbox" | "now">): Promise<void> {
  const today = dateInLosAngeles(now());
  const isPlusTax = ({ city }: Cheaper) => isTaxedIn(config.taxRates, city, today);
  await database.transaction(async (tx) => {
    const found = await rowsIn(tx)<Cheaper>(
      `with cheaper as (
         select account_id, car_id, price from saved_cars
         where exists (select from cars where id = car_id and available and retired_at is null
           and monthly_price < coalesce(saved_cars.emailed_price, saved_cars.price))
         order by account_id, car_id limit ${most} for update skip locked)
       update saved_cars as saved set emailed_price = cars.monthly_price
       from cheaper join cars on cars.id = cheaper.car_id join accounts on accounts.id = cheaper.account_id
         left join users on users.id = accounts.id
       where saved.account_id = cheaper.account_id and saved.car_id = cheaper.car_id
       returning cars.id as "carId", cars.name, cars.city, cheaper.price as before, cars.monthly_price as price,
         accounts.email, accounts.full_name as "fullName", users.language`,
    );
    await outbox.post(
      tx,
      found
        .filter(({ email }) => email !== "")
        .map((one) => cheaperEmail(config.publicUrl, one, isPlusTax(one))),
    );
  });
}

const texts = {
  en: {
    subject: (car: string) => `${car} now costs less`,
    body: (car: string, price: string, before: string) =>
      `You saved the ${car}. It now costs ${price} for 30 days; it was ${before} when you saved it.`,
    plusTax: "Both prices are before tax.",
    see: "See the car",
    choose: "Choose what we email you about",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
  },
  zh: {
    subject: (car: string) => `您收藏的 ${car} 降价了`,
    body: (car: string, price: string, before: string) =>
      `您收藏的 ${car} 现在每 30 天 ${price}，收藏时为 ${before}。`,
    plusTax: "两个价格均未含税。",
    see: "查看车辆",
    choose: "选择接收哪些邮件",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
  },
} as const;

function cheaperEmail(
  site: URL,
  { carId, name, before, price, email, fullName, language }: Cheaper,
  isPlusTax: boolean,
): Email {
  const spoken = language ?? "en";
  const text = texts[spoken];
  const car = carNameIn(name, spoken);
  const money = (cents: number) => formatMoney(cents, spoken);
  return {
    kind: "saved_car_cheaper",
    recipient: email,
    language: spoken,
    subject: text.subject(car),
    content: {
      greeting: greeting(spoken, fullName),
      blocks: [
        { kind: "paragraph", text: text.body(car, money(price), money(before)) },
        ...(isPlusTax ? [{ kind: "paragraph" as const, text: text.plusTax }] : []),
        { kind: "link", text: text.see, url: new URL(`/cars/${carId}`, site.origin).href },
        { kind: "link", text: text.choose, url: new URL("/dashboard/settings", site.origin).href },
      ],
      signature: text.signature,
    },
  };
}
