import { createContext, type ReactNode, useCallback, useContext, useRef } from "react";
import type { HostCar } from "#contract/host-cars.ts";
import { addHostImages, addHostPaper } from "#contract/host/cars.ts";
import type { ImageError } from "#contract/images.ts";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { pathOf } from "#web/api.ts";
import { isTriedAgain } from "#web/files/is-file-refused.ts";
import { useSending } from "#web/files/use-sending.ts";
import { isUnderWay, UploadRefused, useUploads } from "#web/files/use-uploads.ts";
import { m } from "#web/paraglide/messages.js";
import { sendFiles } from "#web/send-files.ts";
import { UnsavedEdits } from "#web/ui/dialog/unsaved-edits.tsx";
import { usePaperDay } from "./paper-days.ts";
import type { Saver } from "./saver.ts";

type AddedImages = { car: HostCar; refused: { file: string; error: ImageError }[] };

function usePictures(saver: Saver) {
  return useUploads(async (file, { signal, onProgress }) => {
    const form = new FormData();
    form.append("images", file);
    const { id } = saver.read().car;
    const { car, refused } = await sendFiles<AddedImages>(pathOf(addHostImages, { id }), form, {
      signal,
      onProgress,
    });
    saver.adopt(car);
    const [first] = refused;
    if (first) throw new UploadRefused(first.error);
  });
}

/** A paper on its way, with the last day that was typed when its file was chosen, whatever is typed since. */
function usePaper(saver: Saver, kind: PaperKind) {
  const { id } = saver.read().car;
  const { day: lastDay, change: setLastDay, clear } = usePaperDay(id, kind);
  const chosenDay = useRef("");
  const sending = useSending(async (file, { signal, onProgress }) => {
    const form = new FormData();
    form.append("kind", kind);
    const day = chosenDay.current;
    form.append("lastDay", day);
    form.append("file", file);
    saver.adopt(await sendFiles<HostCar>(pathOf(addHostPaper, { id }), form, { signal, onProgress }));
    clear(day);
  });
  const send = (file: File) => {
    chosenDay.current = lastDay;
    sending.send(file);
  };
  return { lastDay, setLastDay, sending: { ...sending, send } };
}

type CarFiles = {
  pictures: ReturnType<typeof usePictures>;
  papers: Record<PaperKind, ReturnType<typeof usePaper>>;
  /** How many files are still on their way, and how many were refused. */
  underWay: number;
  refused: number;
  /** Once true, the page is left without a question: there is no car left to send files to. */
  isGivenUp: { current: boolean };
};
const CarFilesContext = createContext<CarFiles | undefined>(undefined);

function useSender(saver: Saver): CarFiles {
  const pictures = usePictures(saver);
  const registration = usePaper(saver, "registration");
  const insurance = usePaper(saver, "insurance");
  const open = [
    ...pictures.uploads.map(isUnderWay),
    ...[registration, insurance].flatMap(({ sending: { state } }) =>
      state.step === "idle" ? [] : state.step === "sending" || isTriedAgain(state.error),
    ),
  ];
  const underWay = open.filter(Boolean).length;
  const isGivenUp = useRef(false);
  return {
    pictures,
    papers: { registration, insurance },
    underWay,
    refused: open.length - underWay,
    isGivenUp,
  };
}

/**
 * Sends a car's photos and papers while its page is open, whichever step is shown. Asks before the page is left
 * while some are on their way.
 */
export function CarFilesSender({ saver, children }: { saver: Saver; children: ReactNode }) {
  const files = useSender(saver);
  const isSending = files.underWay > 0;
  const { isGivenUp } = files;
  const isDirty = useCallback(() => isSending && !isGivenUp.current, [isSending, isGivenUp]);
  return (
    <CarFilesContext value={files}>
      {children}
      <UnsavedEdits
        isDirty={isDirty}
        words={{
          title: m.host_files_leave_title(),
          text: m.host_files_leave_text(),
          leave: m.host_files_leave(),
        }}
      />
    </CarFilesContext>
  );
}

export function useCarFiles(): CarFiles {
  const files = useContext(CarFilesContext);
  if (!files) throw new Error("Files of a car's form are shown outside of it");
  return files;
}
