// @one-database
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ConditionRecord } from "#contract/trips.ts";
import { conditionSlots } from "#domain/trips/condition.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { begin, finish, makeOrder, sendImage, verifyLicence } from "#test/condition.ts";
import { multipart } from "#test/multipart.ts";
import { checkRecords } from "./check-records.ts";
import { tidyConditions } from "./jobs.ts";

/** How many uploads are cut. */
const cuts = Number(process.env.UPLOAD_CUTS ?? 8);

let test: TestApp;
let address: URL;
beforeAll(async () => {
  test = await startTestApp();
  address = new URL(await test.app.listen({ port: 0, host: "127.0.0.1" }));
});
afterAll(() => test.close());

/** A picture like no other, of some 150 kB: a cut falls into its middle. */
const aPhoto = (): Promise<Buffer> =>
  sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

type CutUpload = { by: Person; orderId: string; recordId: string; slot: string; content: Buffer };

/** Sends an upload on a connection of its own, and cuts that after a part of its bytes. */
async function sendCut({ by, orderId, recordId, slot, content }: CutUpload, part: number): Promise<void> {
  const { payload, headers } = await multipart([
    { field: "file", name: "x.jpg", content, type: "image/jpeg" },
  ]);
  const head = [
    `PUT /api/orders/${orderId}/condition-records/${recordId}/images/${slot} HTTP/1.1`,
    `host: ${address.host}`,
    `authorization: ${by.authorization.authorization}`,
    `content-type: ${headers["content-type"]}`,
    `content-length: ${payload.length}`,
  ].join("\r\n");
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), payload]);
  const socket = connect(Number(address.port), address.hostname);
  await once(socket, "connect");
  await new Promise<void>((resolve) => {
    socket.on("error", () => resolve());
    socket.write(bytes.subarray(0, Math.floor(bytes.length * part)), () => resolve());
  });
  socket.destroy();
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const files = (folder: string) =>
  readdir(join(test.services.config.dataDir, folder)).catch((): string[] => []);

it(
  `a record after ${cuts} interrupted uploads is complete, and nothing of them is left`,
  async () => {
    let images = 0;
    for (let cut = 0; cut < cuts;) {
      const by = await makePerson(test);
      await verifyLicence(test, by.id);
      const orderId = await makeOrder(test, by.id);
      const begun = await begin(test, by, orderId, { kind: "pickup", odometer: 9000, fuelEighths: 8 });
      const recordId = begun.json<ConditionRecord>().id;
      const hashes: string[] = [];
      for (const slot of conditionSlots) {
        const content = await aPhoto();
        hashes.push(sha256(content));
        // Up to the very last byte: then it arrived, and only the answer is lost.
        const part = cut % 8 === 7 ? 1 : Math.random();
        await sendCut({ by, orderId, recordId, slot, content }, part);
        cut++;
        const again = await sendImage(test, by, { orderId, recordId, slot }, content);
        expect(again.statusCode, `after a cut at ${part}`).toBe(200);
      }
      const finished = await finish(test, by, { orderId, recordId });
      expect(finished.statusCode, finished.body).toBe(200);
      expect(await checkRecords(test.services, orderId)).toMatchObject({ checked: 1, findings: [] });
      const kept = await test.services.database.rows<{ hash: string }>(
        `select upload_hash as hash from condition_images where record_id = $1`,
        [recordId],
      );
      expect(kept.map(({ hash }) => hash).toSorted()).toEqual(hashes.toSorted());
      images += kept.length;
    }
    // A cut upload goes from the disk once the server has noticed; one that arrived twice, with the hour's job.
    await vi.waitFor(async () => expect(await files("uploads")).toEqual([]), { timeout: 20_000 });
    await tidyConditions({ ...test.services, now: () => Date.now() + 2 * 86_400_000 });
    expect(await files("conditions")).toHaveLength(images);
  },
  60_000 + cuts * 3000,
);
