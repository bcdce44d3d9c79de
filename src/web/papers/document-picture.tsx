import { useQuery } from "@tanstack/react-query";
import { m } from "#web/paraglide/messages.js";
import { documentQuery } from "./queries.ts";

/** The content of a document's picture, once it has loaded. */
export function DocumentPicture({ id, alt }: { id: string; alt: string }) {
  const { data, error, refetch } = useQuery(documentQuery(id));
  if (data) return <img className="w-full h-full object-contain" src={data} alt={alt} />;
  if (!error)
    return (
      <p
        className="grid justify-items-center gap-2 p-4 text-ink-soft text-sm/[inherit] text-center"
        role="status"
      >
        <span className="moon-spin" aria-hidden="true" />
        <span className="sr-only">{m.papers_picture_coming()}</span>
      </p>
    );
  return (
    <p className="grid justify-items-center gap-2 p-4 text-ink-soft text-sm/[inherit] text-center">
      {m.papers_picture_failed()}{" "}
      <button className="btn btn-secondary btn-sm" type="button" onClick={() => void refetch()}>
        {m.account_retry()}
      </button>
    </p>
  );
}
