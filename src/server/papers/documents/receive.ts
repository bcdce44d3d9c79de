import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { invalidField, Refusal } from "#contract/errors.ts";
import { largestPicture } from "#domain/file-limits.ts";
import { type DocumentKind, documentKinds } from "#domain/papers/documents.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { forEachPart, isLargerThan } from "#server/http/multipart-parts.ts";
import { keepUpload, type KeptUpload } from "#server/http/upload-files.ts";
import type { Services } from "#server/services.ts";
import { documentRefused } from "#server/media/sealed/make-picture.ts";

export type ReceivedDocument = {
  id: string;
  kind: DocumentKind;
  read: () => Promise<Buffer>;
  requestHash: () => string;
};

/**
 * Reads the form of a document, with its file on disk and not in memory, and hands it to `work`. The file is removed
 * afterwards, even after an error. Throws a Refusal for a body that isn't such a form.
 */
export async function withReceived<T>(
  services: Services,
  request: FastifyRequest,
  work: (received: ReceivedDocument) => Promise<T>,
): Promise<T> {
  if (isLargerThan(request, largestPicture)) throw documentRefused("too_large");
  const fields = new Map<string, unknown>();
  let upload: KeptUpload | undefined;
  try {
    await forEachPart(
      request,
      async (part) => {
        if (part.type === "field") return void fields.set(part.fieldname, part.value);
        if (part.fieldname !== "file" || upload)
          throw new Refusal("file_refused", "Send one file in the file field.");
        upload = await keepUpload(services.config.dataDir, part);
      },
      { fileSize: largestPicture, files: 1, parts: 5 },
    );
    const kind = documentKinds.find((known) => known === fields.get("kind"));
    if (!kind) throw invalidField("kind", `must be one of ${documentKinds.join(", ")}`);
    if (!upload) throw new Refusal("file_refused", "Send one file in the file field.");
    if (upload.isTruncated) throw documentRefused("too_large");
    return await work(received(services, idOf(fields.get("id")), kind, upload.path));
  } finally {
    await upload?.drop();
  }
}

function idOf(sent: unknown): string {
  if (sent === undefined || sent === "") return crypto.randomUUID();
  if (typeof sent !== "string" || !isUuid(sent)) throw invalidField("id", "must be a UUID");
  return sent.toLowerCase();
}

function received(services: Services, id: string, kind: DocumentKind, path: string): ReceivedDocument {
  const digest = createHash("sha256");
  return {
    id,
    kind,
    async read() {
      const bytes = await readFile(path);
      digest.update(bytes);
      return bytes;
    },
    requestHash: () => keyedHash(services, `document ${kind} ${digest.copy().digest("hex")}`),
  };
}
