// @one-database
import { afterAll, expect, it } from "vitest";
import type { Conversation } from "#contract/conversations.ts";
import type { Person } from "#test/accounts.ts";
import { callAs } from "#test/client.ts";
import { startGoneOn } from "#test/gone-on.ts";

const { test, first, second, renter, rental, bringBack } = await startGoneOn();
afterAll(() => test.close());

const listed = async (by: Person, query = "") =>
  (await callAs(test, by, "GET", `/api/conversations${query}`)).json<Conversation[]>();

it("the host of an earlier car doesn't see which car the rental continues with", async () => {
  const { id: orderId } = await rental();
  const isOf = (host: Person) =>
    test.services.database.rows("update orders set host_id = $2 where id = $1", [orderId, host.id]);
  await isOf(first);
  for (const to of ["renter", "admin"])
    await callAs(test, first, "POST", "/api/conversations", {
      as: "host",
      to,
      about: { orderId },
      subject: "The key",
      message: { text: "Where is the second key?" },
    });
  const asOwn = await listed(first, "?as=host");
  expect(asOwn.map(({ about }) => about.rental?.car)).toEqual(["Toyota Camry LE", "Toyota Camry LE"]);

  await isOf(second);
  const asEarlier = await listed(first, "?as=host");
  expect(asEarlier.map(({ about }) => [about.id, about.rental])).toEqual([
    [orderId, undefined],
    [orderId, undefined],
  ]);
  expect((await listed(renter))[0]?.about.rental?.car).toBe("Toyota Camry LE");
});

const about = (orderId: string, to: "admin" | "renter") => ({
  as: "host",
  to,
  about: { orderId },
  subject: "The key",
  message: { id: crypto.randomUUID(), text: "Where is the second key?" },
});

it("an earlier car's host and the renter can write to each other until 7 days after that car is back", async () => {
  const { id: orderId } = await rental();
  const begun = await callAs(test, first, "POST", "/api/conversations", about(orderId, "renter"));
  expect(begun.statusCode).toBe(201);
  const { id } = begun.json<Conversation>();
  const answer = async () => {
    const { isOver } = (await callAs(test, renter, "GET", `/api/conversations/${id}`)).json<Conversation>();
    const sent = await test.app.inject({
      method: "POST",
      url: `/api/conversations/${id}/messages`,
      payload: { text: "In the glove box" },
      headers: renter.authorization,
    });
    return [isOver, sent.statusCode];
  };
  expect(await answer()).toEqual([false, 201]);
  // The car that the rental has gone on with may be one of ours.
  await test.services.database.rows(
    "update orders set host_id = null, host_share_percent = null where id = $1",
    [orderId],
  );
  expect(await answer()).toEqual([false, 201]);
  await bringBack(orderId, 6);
  expect(await answer()).toEqual([false, 201]);
  await bringBack(orderId, 8);
  expect(await answer()).toEqual([true, 409]);
});

it("an earlier car's host can write to us about the order and that car", async () => {
  const { id: orderId, earlierCar } = await rental();
  const begun = await callAs(test, first, "POST", "/api/conversations", about(orderId, "admin"));
  expect(begun.statusCode).toBe(201);
  const { id } = begun.json<Conversation>();
  expect(
    await test.services.database.rows(
      `select order_id as "orderId", car_id as "carId" from conversations where id = $1`,
      [id],
    ),
  ).toEqual([{ orderId, carId: earlierCar }]);
});
