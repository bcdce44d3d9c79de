import { useRef, useState } from "react";
import { type ImagesTaken, uploadImages } from "#contract/images.ts";
import { longestPictureText } from "#domain/cars/car-rules.ts";
import { ownImage } from "#domain/cars/image-addresses.ts";
import { m } from "#web/paraglide/messages.js";
import { PictureList } from "#web/cars/pictures/picture-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { imageErrorWords } from "#web/admin/words/image-error-words.ts";
import { Progress } from "#web/ui/progress.tsx";
import { sendFiles } from "#web/send-files.ts";

export type CarImages = { urls: string[]; main: string | undefined; texts: Record<string, string> };

/**
 * A car's pictures: their order, the main one, and the text of each. New pictures are uploaded at once, and belong
 * to the car once it is saved.
 */
export function ImageManager({
  images,
  onChange,
}: {
  images: CarImages;
  onChange: (change: (before: CarImages) => CarImages) => void;
}) {
  const [fieldErrors, setErrors] = useState<ImagesTaken["faults"]>([]);
  const [percent, setPercent] = useState<number>();
  const stop = useRef<AbortController>(undefined);

  const upload = async (files: FileList) => {
    if (!files.length) return;
    const form = new FormData();
    for (const file of files) form.append("images", file);
    stop.current = new AbortController();
    setErrors([]);
    setPercent(0);
    try {
      const onProgress = (done: number, total: number) =>
        setPercent(Math.round((100 * done) / Math.max(total, 1)));
      const taken = await sendFiles<ImagesTaken>(uploadImages.path, form, {
        onProgress,
        signal: stop.current.signal,
      });
      setErrors(taken.faults);
      onChange((before) => ({
        ...before,
        urls: [...new Set([...before.urls, ...taken.imageUrls])],
        main: before.main ?? taken.imageUrls[0],
      }));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast({
        title: m.admin_image_failed(),
        description: m.admin_image_failed_text(),
        variant: "destructive",
      });
    } finally {
      setPercent(undefined);
    }
  };

  const move = (from: number, to: number) =>
    onChange((before) => {
      const urls = [...before.urls];
      const [moved] = urls.splice(from, 1);
      if (moved) urls.splice(to, 0, moved);
      return { ...before, urls };
    });
  const remove = (url: string) =>
    onChange((before) => {
      const urls = before.urls.filter((other) => other !== url);
      return { ...before, urls, main: before.main === url ? urls[0] : before.main };
    });

  return (
    <div className="stack">
      {images.urls.length === 0 && <p className="muted small">{m.admin_image_none()}</p>}
      <PictureList
        onMove={move}
        onRemove={remove}
        pictures={images.urls.map((url, place) => ({
          url,
          view: <Shot url={url} isMain={url === images.main} />,
          details: (
            <PictureDetails
              id={`picture-${place}`}
              text={images.texts[url] ?? ""}
              isMain={url === images.main}
              onText={(value) =>
                onChange((before) => ({ ...before, texts: { ...before.texts, [url]: value } }))
              }
              onMain={() => onChange((before) => ({ ...before, main: url }))}
            />
          ),
        }))}
      />
      <Refused errors={fieldErrors} />
      {percent === undefined ? (
        <ChooseFiles onFiles={upload} />
      ) : (
        <div className="drop">
          <Progress
            label={m.admin_image_sending()}
            text={m.admin_image_percent({ percent })}
            done={percent < 100 ? percent : undefined}
            of={100}
          />
          <button className="btn btn-secondary btn-sm" type="button" onClick={() => stop.current?.abort()}>
            {m.admin_image_stop()}
          </button>
        </div>
      )}
    </div>
  );
}

/** A small view of a picture, or the reason why it can't be shown. */
function Shot({ url, isMain }: { url: string; isMain: boolean }) {
  const [isBroken, setBroken] = useState(false);
  const className = `thumbnail w-24 ${isMain ? "outline-2 outline-offset-1 outline-ink" : ""}`;
  if (isBroken) {
    return (
      <span className={`${className} h-auto min-h-17 p-1.5 bg-bad-wash text-center text-bad`}>
        <AdminIcon name="image" />
        <small className="text-xs/[1.35]">
          {/\.hei[cf]$/i.test(url) ? m.admin_image_heic_hint() : m.admin_image_broken()}
        </small>
      </span>
    );
  }
  return (
    <span className={`${className} h-17`}>
      <img
        className="size-full object-cover"
        src={ownImage(url) ? url.replace(/\.webp$/, "-480.webp") : url}
        alt=""
        width={96}
        height={64}
        onError={() => setBroken(true)}
      />
    </span>
  );
}

type PictureDetailsProps = {
  id: string;
  text: string;
  isMain: boolean;
  onText: (text: string) => void;
  onMain: () => void;
};

/** A picture's text, and the choice of the main picture. */
function PictureDetails({ id, text, isMain, onText, onMain }: PictureDetailsProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{m.admin_image_text()}</label>
      <input
        className="control"
        id={id}
        maxLength={longestPictureText}
        placeholder={m.admin_image_text_hint()}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <label className="choice">
        <input type="radio" name="main-image" checked={isMain} onChange={onMain} />
        <span>{m.admin_image_main()}</span>
      </label>
    </div>
  );
}

/** The files that were not taken, with the reasons. */
function Refused({ errors }: { errors: ImagesTaken["faults"] }) {
  if (errors.length === 0) return null;
  return (
    <Notice kind="bad" isAlert>
      <b>{m.admin_image_failed()}</b>
      <ul>
        {errors.map(({ file, fault: error }) => (
          <li key={file}>
            <bdi>{m.admin_image_error({ file, reason: imageErrorWords[error]() })}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ChooseFiles({ onFiles }: { onFiles: (files: FileList) => Promise<void> }) {
  return (
    <div className="drop">
      <label className="btn btn-secondary" htmlFor="car-pictures">
        <AdminIcon name="upload" />
        {m.admin_image_choose()}
      </label>
      <input
        className="sr-only"
        id="car-pictures"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) void onFiles(currentTarget.files).then(() => (currentTarget.value = ""));
        }}
      />
      <p className="hint">{m.admin_image_rules()}</p>
    </div>
  );
}
