import sharp, { type Sharp } from "sharp";
import type { Document, OrderInsurance, OwnLicence } from "#contract/account/papers.ts";
import type { DocumentKind } from "#domain/papers/documents.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";

type SentDocument = {
  kind?: string;
  id?: string;
  name?: string;
  type?: string;
  content: Buffer | string;
  isFileFirst?: boolean;
};

let shade = 0;
/** A new picture: no two pictures are the same. */
export const aPicture = (width = 900, height = 570): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: nextColour() } })
    .jpeg()
    .toBuffer();

/** A colour so different from the last one that its JPEG is another file. */
function nextColour() {
  shade++;
  return { r: (shade * 37) % 256, g: (shade * 91) % 256, b: (shade * 17) % 256 };
}

/** A picture as a camera saves it: turned, and with the place where it was taken. */
export const asTaken = (picture: Sharp): Promise<Buffer> =>
  picture
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Camera" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 23/1 0/1" },
    })
    .jpeg()
    .toBuffer();

/** Sends a document as a browser would. */
export async function sendDocument(
  { app }: TestApp,
  by: Person,
  { content, isFileFirst, ...sent }: SentDocument,
) {
  const form = new FormData();
  const file = new File([new Uint8Array(Buffer.from(content))], sent.name ?? "card.jpg", {
    type: sent.type ?? "image/jpeg",
  });
  if (isFileFirst) form.append("file", file);
  if (sent.kind !== undefined) form.append("kind", sent.kind);
  if (sent.id !== undefined) form.append("id", sent.id);
  if (!isFileFirst) form.append("file", file);
  const request = new Response(form);
  return app.inject({
    method: "POST",
    url: "/api/account/documents",
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "", ...by.authorization },
  });
}

export async function makeDocument(test: TestApp, by: Person, kind: DocumentKind): Promise<Document> {
  const answer = await sendDocument(test, by, { kind, content: await aPicture() });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

export const aLicence = {
  name: "Wei Lin",
  number: "D1234567",
  country: "US",
  state: "CA",
  birthDate: "1995-04-12",
  issueDate: "2021-05-01",
  expiryDate: "2029-04-12",
};

export const putLicence = ({ app }: TestApp, by: Person, change: object = {}) =>
  app.inject({
    method: "PUT",
    url: "/api/account/licence",
    payload: { ...aLicence, ...change },
    headers: by.authorization,
  });

export const licenceOfPerson = async ({ app }: TestApp, by: Person): Promise<OwnLicence> =>
  (await app.inject({ url: "/api/account/licence", headers: by.authorization })).json();

/** Somebody's licence with both pictures, waiting to be checked. */
export async function submitLicence(test: TestApp, by: Person, change: object = {}): Promise<OwnLicence> {
  await makeDocument(test, by, "licence_front");
  await makeDocument(test, by, "licence_back");
  const answer = await putLicence(test, by, change);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export const putProof = ({ app }: TestApp, by: Person, orderId: string, proof: object) =>
  app.inject({
    method: "PUT",
    url: `/api/orders/${orderId}/insurance-proof`,
    payload: { insurer: "Bay Mutual", policyNumber: "BM-2041", ...proof },
    headers: by.authorization,
  });

export const insuranceOfOrder = async (
  { app }: TestApp,
  by: Person,
  orderId: string,
): Promise<OrderInsurance> =>
  (await app.inject({ url: `/api/orders/${orderId}/insurance-proof`, headers: by.authorization })).json();

export const decideOn = ({ app }: TestApp, by: Person, id: string, decision: object) =>
  app.inject({
    method: "PUT",
    url: `/api/admin/verifications/${id}`,
    payload: decision,
    headers: by.authorization,
  });
