import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteHostImage, getHostCar, orderHostImages } from "#contract/host/cars.ts";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { api } from "#web/api.ts";
import { PictureList } from "#web/cars/pictures/picture-list.tsx";
import { isFileRefused } from "#web/files/is-file-refused.ts";
import type { Upload } from "#web/files/use-uploads.ts";
import { pictureTypes } from "#web/files/picture-input.tsx";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useCarFiles } from "#web/cars/host/car-files.tsx";
import { ownPictureQuery } from "#web/cars/host/own-picture.ts";
import { arranged, asSaved, makePictureCalls } from "#web/cars/host/picture-calls.ts";
import { pictureErrorWords } from "#web/cars/host/picture-error-words.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

/** A car's pictures: they are uploaded at once, and can be sorted and removed. Lists show the first one. */
export function PicturesStep() {
  const { saver, state } = useOwnCarForm();
  const { car } = state;
  const [error, setError] = useState<unknown>();
  const [arrangement, setArrangement] = useState(asSaved);
  const [{ move, remove }] = useState(() => {
    const { id } = car;
    return makePictureCalls({
      images: () => saver.read().car.images,
      sendOrder: (images) => api(orderHostImages, { params: { id }, body: { images } }),
      sendRemoval: (url) =>
        api(deleteHostImage, { params: { id, name: url.slice(url.lastIndexOf("/") + 1) } }),
      reread: () => api(getHostCar, { params: { id } }),
      adopt: saver.adopt,
      onArranged: setArrangement,
      onError: setError,
    });
  });
  const { pictures: uploads } = useCarFiles();
  const urls = arranged(car.images, arrangement);
  const left = leastPictures - urls.length;

  return (
    <div className="stack" id="car-images" tabIndex={-1}>
      <p className="muted">{m.host_pictures_lead({ least: leastPictures })}</p>
      <Views />
      <ChooseFiles onFiles={uploads.add} />
      {uploads.uploads.length > 0 && (
        <ul className="grid" aria-label={m.admin_image_sending()}>
          {uploads.uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => uploads.retry(({ id }) => id === upload.id)}
              onDrop={() => uploads.drop(upload.id)}
            />
          ))}
        </ul>
      )}
      <Failed error={error} />
      <p role="status" className={left > 0 ? "" : "sr-only"}>
        {left > 0 ? m.host_pictures_left({ count: left }) : m.host_pictures_enough({ count: urls.length })}
      </p>
      <PictureList
        onMove={move}
        onRemove={remove}
        pictures={urls.map((url, place) => ({
          url,
          view: <Thumbnail carId={car.id} url={url} isMain={place === 0} />,
          details: (
            <p className="text-sm/[1.45]">
              {place === 0 ? <b>{m.host_picture_main()}</b> : m.host_picture_place({ place: place + 1 })}
            </p>
          ),
        }))}
      />
    </div>
  );
}

/** The views that a car's pictures should show. */
function Views() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-1.5 text-sm/[1.45]">
      {[m.host_view_front, m.host_view_side, m.host_view_rear, m.host_view_cabin, m.host_view_dashboard].map(
        (view) => (
          <li key={view()} className="flex items-center gap-2 [&>.i]:text-ink-faint">
            <Icon name="check" />
            {view()}
          </li>
        ),
      )}
    </ul>
  );
}

function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className="drop">
      <label className="btn btn-secondary" htmlFor="host-pictures">
        <Icon name="plus" />
        {m.admin_image_choose()}
      </label>
      <input
        className="sr-only"
        id="host-pictures"
        type="file"
        multiple
        accept={pictureTypes}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          onFiles(files);
        }}
      />
      <p className="hint">{m.admin_image_rules()}</p>
    </div>
  );
}

function Thumbnail({ carId, url, isMain }: { carId: string; url: string; isMain: boolean }) {
  const { data } = useQuery(ownPictureQuery(carId, url, 480));
  return (
    <span
      className={`grid place-items-center flex-none w-24 h-17 rounded-sm bg-sunken overflow-hidden ${isMain ? "outline-2 outline-offset-1 outline-ink" : ""}`}
    >
      {data ? (
        <img className="size-full object-cover" src={data} alt="" width={96} height={64} draggable={false} />
      ) : (
        <span className="moon-spin" aria-hidden="true" />
      )}
    </span>
  );
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onDrop: () => void };

function UploadRow({ upload, onRetry, onDrop }: UploadRowProps) {
  const { file, step, done } = upload;
  const percent = Math.min(100, Math.floor((done / Math.max(file.size, 1)) * 100));
  const isRefused = step === "failed" && isFileRefused(upload.error);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 border-t border-line text-sm/[1.45]">
      <div className="grid gap-1 min-w-0">
        <bdi className="truncate">{file.name}</bdi>
        {step === "failed" ? (
          <Notice kind="bad" isAlert>
            {pictureErrorWords(upload.error)}
          </Notice>
        ) : (
          <progress
            aria-label={file.name}
            max={100}
            {...(step === "waiting" ? { value: 0 } : percent < 100 && { value: percent })}
          />
        )}
      </div>
      <span className="row-acts">
        {step === "failed" && !isRefused && (
          <button className="btn btn-secondary btn-sm" type="button" onClick={onRetry}>
            {m.account_retry()}
          </button>
        )}
        <button
          className="btn btn-quiet btn-icon"
          type="button"
          aria-label={m.host_upload_drop({ file: file.name })}
          onClick={onDrop}
        >
          <Icon name="close" />
        </button>
      </span>
    </li>
  );
}
