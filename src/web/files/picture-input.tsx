import type { ComponentProps } from "react";

export const pictureTypes = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";

type PictureInputProps = ComponentProps<"input"> & { onFile: (file: File) => void };

/** Chooses one picture, or takes it. It is not seen: its label is. */
export const PictureInput = ({ onFile, ...input }: PictureInputProps) => (
  <input
    className="sr-only"
    type="file"
    accept={pictureTypes}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // The same file again is a new choice.
      target.value = "";
      if (file) onFile(file);
    }}
    {...input}
  />
);
