import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { makeHostCar } from "./host-cars.ts";
import { giveLicence } from "./factories.ts";

/** The renter who asks for cars in these tests. Before the host accepts, the host may know only the first name. */
export const asker = {
  customerName: "Mei Zhangsecret",
  customerPhone: "+1 650 555 0177",
  pickupLocation: "77 Hidden Grove, Mountain View",
};
/** Words that a host may not read before accepting; the email address comes with the person. */
export const secrets = ["Zhangsecret", "6505550177", "650 555 0177", "555 0177", "Hidden Grove"];

type WantedRequest = { carId: string; inDays?: number; days?: number; language?: "en" | "zh" };

/** Calls of hosts, renters and administrators about requests, on the product that `app` returns later. */
export function requestCalls(app: () => TestApp) {
  const call = (
    who: Person | undefined,
    method: "GET" | "POST" | "PUT" | "PATCH",
    url: string,
    payload?: object,
  ) =>
    app().app.inject({
      method,
      url,
      ...(who && { headers: who.authorization }),
      ...(payload && { payload }),
    });
  /** Accounts that have uploaded a license. */
  const licensed = new Set<string>();
  const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
    app().services.database.rows<Row>(sql, values);

  /** Dates that begin in `inDays` days, and their price. */
  async function priced({ carId, inDays = 20, days = 30 }: WantedRequest) {
    const pickupDate = addDays(today(app().services), inDays);
    const rental = { carId, pickupDate, returnDate: addDays(pickupDate, days) };
    const quote = await call(undefined, "POST", "/api/quotes", rental);
    return { ...rental, totalPrice: quote.json<{ total: string }>().total };
  }

  /** A request by the form: an account's request with its own address, or a visitor's request. */
  const request = async (who: Person | undefined, wanted: WantedRequest, more: object = {}) =>
    call(who, "POST", "/api/bookings", {
      ...asker,
      customerEmail: who?.email ?? "visitor.secret@example.com",
      language: wanted.language ?? "en",
      ...(await priced(wanted)),
      ...more,
    });

  /** Sends a request by the form and returns the order's id. */
  async function requested(who: Person, wanted: WantedRequest, more: object = {}): Promise<string> {
    const answer = await request(who, wanted, more);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<{ id: string }>().id;
  }

  /** Books with the wizard and an uploaded licence. Returns the answer of the last step or a refused first one. */
  async function booked(who: Person, wanted: WantedRequest) {
    if (!licensed.has(who.id)) await giveLicence(app(), who.id);
    licensed.add(who.id);
    const { totalPrice: _total, ...rental } = await priced(wanted);
    const begun = await call(who, "POST", "/api/wizard", {
      customerPhone: asker.customerPhone,
      pickupLocation: asker.pickupLocation,
      language: wanted.language ?? "en",
      ...rental,
    });
    if (begun.statusCode >= 300) return begun;
    const { id } = begun.json<{ id: string }>();
    const answers = { selectedInsurance: "basic", paymentMethod: "paypal" };
    await call(who, "PATCH", `/api/wizard/${id}`, answers);
    return call(who, "POST", `/api/wizard/${id}/complete`, {});
  }

  const answer = (host: Person, id: string, decision: string, more: object = {}) =>
    call(host, "PUT", `/api/host/requests/${id}`, { decision, ...more });
  const accept = (host: Person, id: string) => answer(host, id, "accepted");
  const decline = (host: Person, id: string, reason = "dates", words = "") =>
    answer(host, id, "declined", { reason, words });

  /** Lets the time for an answer end: writes a moment in the past. */
  const letLapse = (id: string) =>
    rows("update orders set expires_at = now() - interval '1 second' where id = $1", [id]);
  const emailsAbout = (id: string) =>
    rows<{ kind: string; recipient: string; language: string; subject: string; content: string }>(
      "select kind, recipient, language, subject, content::text as content from emails where order_id = $1 order by created_at, id",
      [id],
    );
  const carOf = (host: Person, wanted: Parameters<typeof makeHostCar>[3] = {}) =>
    makeHostCar(app(), host.id, "listed", wanted);
  return {
    call,
    rows,
    request,
    requested,
    booked,
    answer,
    accept,
    decline,
    letLapse,
    emailsAbout,
    carOf,
  };
}
