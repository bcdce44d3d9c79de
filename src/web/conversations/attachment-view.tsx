import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Attachment } from "#contract/conversations.ts";
import { authorization } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./files.module.css";

async function fetchFile(id: string): Promise<Blob> {
  const response = await fetch(`/api/uploads/${id}/content`, { headers: await authorization() });
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
}

/** A file of a message: an image is shown, anything is saved under its name. */
export function AttachmentView({ attachment: { id, kind, name } }: { attachment: Attachment }) {
  const [isWanted, setWanted] = useState(kind === "image");
  const { data: blob, error } = useQuery({
    queryKey: ["api", "uploads", id],
    queryFn: () => fetchFile(id),
    enabled: isWanted,
  });
  const url = useObjectUrl(blob);
  if (error) return <p className="small">{m.conversations_file_gone({ name })}</p>;
  if (url && kind === "image")
    return (
      <a href={url} download={`${name}.webp`} className={styles.shot}>
        <img src={url} alt={name} />
      </a>
    );
  if (url)
    return (
      <a className="link" href={url} download={name}>
        <Icon name="down" />
        <bdi>{name}</bdi>
      </a>
    );
  return (
    <button className="btn btn-secondary btn-sm" type="button" onClick={() => setWanted(true)}>
      <Icon name="down" />
      <bdi>{name}</bdi>
    </button>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
