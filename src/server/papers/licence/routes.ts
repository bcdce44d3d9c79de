import type { FastifyInstance } from "fastify";
import type { BodyRead } from "#contract/endpoint.ts";
import { getLicence, type OwnLicence, putLicence } from "#contract/account/papers.ts";
import { Refusal } from "#contract/errors.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { licenceDateErrors, type LicenceDates } from "#domain/papers/licence.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { presentDocument } from "#server/papers/documents/routes.ts";
import { presentLicence, presentVerification } from "#server/papers/present.ts";
import { findLicence, findLicenceDocuments, licenceStatus } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import { keepLicence, type TypedLicence } from "./keep-licence.ts";

const mostAnHour = 30;

/** An account's own driver licence: its data, and the state of its check. */
export function licenceRoutes(app: FastifyInstance, services: Services): void {
  serve(app, getLicence, ({ signedIn }) => ownLicence(services, signedIn.account.id));

  serve(app, putLicence, async ({ body, signedIn, request }) => {
    const accountId = signedIn.account.id;
    await refuseOver(
      services,
      [{ key: `licence of ${accountId}`, most: mostAnHour, seconds: secondsIn(hour) }],
      "You have changed your license many times in the last hour. Please try again later.",
    );
    const typed = typedOf(body);
    refuseDates(typed, today(services));
    await keepLicence(services, accountId, typed, readerLanguage(request));
    return ownLicence(services, accountId);
  });
}

function typedOf(body: BodyRead<typeof putLicence>): TypedLicence {
  const { name, number, country, state, birthDate, issueDate, expiryDate, firstIssueDate } = body;
  if (country === "US" && !state)
    throw new Refusal("invalid", "state is required of a license of the United States.", {
      fields: { state: { code: "missing", message: "is required" } },
    });
  return {
    number,
    fullName: name,
    country,
    usState: country === "US" ? (state ?? null) : null,
    birthDate,
    issuedOn: issueDate,
    expiresOn: expiryDate,
    firstIssuedOn: firstIssueDate || null,
  };
}

/** The names of the fields in the API. */
const fieldNames: Record<keyof LicenceDates, string> = {
  birthDate: "birthDate",
  issuedOn: "issueDate",
  expiresOn: "expiryDate",
  firstIssuedOn: "firstIssueDate",
};

function refuseDates(dates: LicenceDates, on: string): void {
  const errors = Object.entries(licenceDateErrors(dates, on));
  if (errors.length === 0) return;
  const fields = Object.fromEntries(
    errors.map(([field, code]) => [
      fieldNames[field as keyof LicenceDates],
      { code, message: "can't be so" },
    ]),
  );
  throw new Refusal("invalid", "These license dates can't be right.", { fields });
}

async function ownLicence(services: Services, accountId: string): Promise<OwnLicence> {
  const { db } = services.database;
  const licence = await findLicence(db, accountId);
  const found = await findLicenceDocuments(db, [accountId]);
  const status = licenceStatus(licence, today(services));
  return {
    verification: presentVerification(licence, status),
    licence: licence ? presentLicence(licence) : null,
    documents: found.map(presentDocument),
  };
}
