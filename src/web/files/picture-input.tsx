import type { ComponentProps } from "react";

export const pictureTypes = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";

type PictureInputProps = ComponentProps<"input"> & { onFile: (file: File) => void };

/** Chooses a picture, or takes one with the camera. The input is hidden, and its label is shown. */
export const PictureInput = ({ onFile, ...input }: PictureInputProps) => (
  <input
    className="sr-only"
    type="file"
    accept={pictureTypes}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // Choosing the same file again counts as a new choice.
      target.value = "";
      if (file) onFile(file);
    }}
    {...input}
  />
);
