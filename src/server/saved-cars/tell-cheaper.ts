import { dateInLosAngeles } from "#domain/dates.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { isTaxedIn } from "#domain/pricing/tax-rates.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { Services } from "#server/services.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { isInLists } from "#server/db/schema/columns.ts";

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
 * The hour's job: emails people, once, about a saved car that costs less than when they saved it or had the last
 * email. No email for a car that can't be ordered, or to a suspended account.
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
         where exists (select from accounts where id = account_id and suspended_at is null)
           and exists (select from cars where id = car_id and ${isInLists}
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

function cheaperEmail(
  site: URL,
  { carId, name, before, price, email, fullName, language }: Cheaper,
  isPlusTax: boolean,
): Email {
  const reader = { email, language: language ?? defaultLanguage, name: fullName };
  return writeEmail("saved_car_cheaper", reader, (pen) => {
    const { say, money } = pen;
    const car = carNameIn(name, pen.language);
    return {
      subject: say(m.email_saved_car_cheaper_subject, { car }),
      blocks: [
        paragraph(say(m.email_saved_car_cheaper_body, { car, price: money(price), before: money(before) })),
        isPlusTax && paragraph(say(m.email_saved_car_cheaper_plus_tax)),
        link(say(m.email_saved_car_cheaper_see), new URL(`/cars/${carId}`, site.origin).href),
        link(say(m.email_choose), new URL("/dashboard/settings", site.origin).href),
      ],
    };
  });
}
