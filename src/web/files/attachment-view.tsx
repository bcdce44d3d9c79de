import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Attachment } from "#contract/conversations.ts";
import { authorization } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/** The file as a `data:` address, since our pages show no images from `blob:` addresses. */
async function fetchFile(id: string): Promise<string> {
  const response = await fetch(`/api/uploads/${id}/content`, { headers: await authorization() });
  if (!response.ok) throw new Error(String(response.status));
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(new Error("The file could not be read")));
    reader.readAsDataURL(blob);
  });
}

type AttachmentViewProps = {
  attachment: Attachment;
  /** Whether the picture is in the label of a choice, so that a press on it chooses it. */
  isChoice?: boolean;
};

/** A file of a message. An image is shown. A press saves any file under the name from the server. */
export function AttachmentView({ attachment: { id, kind, name }, isChoice = false }: AttachmentViewProps) {
  const [isWanted, setWanted] = useState(kind === "image");
  const { data: url, error } = useQuery({
    queryKey: ["api", "uploads", id],
    queryFn: () => fetchFile(id),
    enabled: isWanted,
  });
  if (error && !url) return <p className="small">{m.conversations_file_gone({ name })}</p>;
  if (url && kind === "image") {
    const picture = <img className="max-w-[min(18rem,100%)] max-h-72 rounded-sm" src={url} alt={name} />;
    return isChoice ? (
      picture
    ) : (
      <a href={url} download={name}>
        {picture}
      </a>
    );
  }
  if (url)
    return (
      <a className="link min-w-0" href={url} download={name}>
        <Icon name="down" />
        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
      </a>
    );
  return (
    <button
      className="btn btn-secondary btn-sm min-w-0 max-w-full whitespace-normal"
      type="button"
      onClick={() => setWanted(true)}
    >
      <Icon name="down" />
      <bdi className="min-w-0 wrap-anywhere text-start">{name}</bdi>
    </button>
  );
}
