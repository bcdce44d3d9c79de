import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { Document, OwnLicence } from "#contract/account/papers.ts";
import { keepPapersDays, type LicenceKind } from "#domain/papers/documents.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { DocumentUpload } from "./document-upload.tsx";
import { Fact } from "./fact.tsx";
import { LicenceForm } from "./licence-form.tsx";
import { licenceQuery } from "./queries.ts";
import { StatusNotice } from "./status-notice.tsx";

const labels: Record<LicenceKind, () => string> = {
  licence_front: m.papers_front,
  licence_back: m.papers_back,
  passport: m.papers_passport,
  translation: m.papers_translation,
};

/**
 * The person's driver licence: the status of its check, both sides and its facts. A verified licence is folded
 * away until the person has a new one. `onChange` is called when the licence is first known and after each change;
 * `isSaidVerified` if the page's own heading says that it is verified.
 */
export function LicenceUpload({
  onChange,
  isSaidVerified = false,
}: {
  onChange?: (licence: OwnLicence) => void;
  isSaidVerified?: boolean;
}) {
  const { data, error, refetch } = useQuery(licenceQuery);
  const [isReplacing, setReplacing] = useState(false);
  const id = useId();
  useEffect(() => {
    if (data) onChange?.(data);
    // oxlint-disable-next-line react/exhaustive-deps -- what is heard is the licence, not its listener
  }, [data]);

  if (!data) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;

  const isVerified = data.verification.status === "verified";
  const isOpen = !isVerified || isReplacing;
  return (
    <div className="grid gap-6 content-start">
      <Failed error={error} onRetry={() => void refetch()} />
      {!(isVerified && isSaidVerified) && <StatusNotice subject="licence" verification={data.verification} />}
      {isVerified && <Verified licence={data.licence} />}
      {isVerified && (
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-expanded={isReplacing}
            aria-controls={id}
            onClick={() => setReplacing(!isReplacing)}
          >
            {m.papers_replace()}
          </button>
        </p>
      )}
      <div className="grid gap-6 content-start" id={id} hidden={!isOpen}>
        {isOpen && <Papers licence={data} />}
      </div>
    </div>
  );
}

/** The verified facts, in a line. */
const Verified = ({ licence }: Pick<OwnLicence, "licence">) =>
  licence && (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-3 wrap-anywhere text-sm/[inherit]">
      <Fact name={m.papers_name()} value={licence.name} />
      <Fact name={m.papers_number()} value={licence.number} />
      <Fact name={m.papers_expires()} value={showDate(licence.expiryDate)} />
    </dl>
  );

function Papers({ licence: data }: { licence: OwnLicence }) {
  const cache = useQueryClient();
  const [country, setCountry] = useState<string>();
  const saved = (licence: OwnLicence) => cache.setQueryData(licenceQuery.queryKey, licence);
  // The new picture takes the place of the old one at once; then the server's answer replaces it.
  const uploaded = (document: Document) => {
    const others = data.documents.filter(({ kind }) => kind !== document.kind);
    saved({ ...data, documents: [...others, document] });
    void makeStale(cache, licenceQuery);
  };
  const place = (kind: LicenceKind, isOptional = false) => (
    <DocumentUpload
      key={kind}
      kind={kind}
      label={labels[kind]()}
      isOptional={isOptional}
      document={documentOf(data, kind)}
      onUploaded={uploaded}
    />
  );
  const isForeign = (country ?? data.licence?.country ?? "US") !== "US";
  const isTyped = data.licence !== null;

  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-y-5 gap-x-4">
        {place("licence_front")}
        {place("licence_back")}
      </div>
      {isForeign && (
        <section className="grid gap-6 content-start" aria-labelledby="licence-foreign">
          <div>
            <h3 className="label" id="licence-foreign">
              {m.papers_foreign()}
            </h3>
            <p className="hint">{m.papers_foreign_hint()}</p>
          </div>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-y-5 gap-x-4">
            {place("passport", true)}
            {place("translation", true)}
          </div>
        </section>
      )}
      <div className="notice notice-info">
        <Icon name="lock" />
        <p>{m.papers_private({ days: keepPapersDays })}</p>
      </div>
      <section className="grid gap-6 content-start" aria-labelledby="licence-says">
        <div>
          <h3 className="h3" id="licence-says">
            {m.papers_says()}
          </h3>
          {!isTyped && <p className="hint">{m.papers_says_hint()}</p>}
        </div>
        <LicenceForm licence={data} onSaved={saved} onCountry={setCountry} />
      </section>
    </>
  );
}

const documentOf = ({ documents }: OwnLicence, kind: LicenceKind): Document | undefined =>
  documents.find((document) => document.kind === kind);
