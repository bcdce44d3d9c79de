import { expect, it } from "vitest";
import { isDriveSharing } from "./image-addresses.ts";

it.each([
  "https://drive.google.com/uc?id=1aB",
  "http://user@DRIVE.google.com:443/file/d/1/view",
  "https://dl.dropbox.com/s/1/car.jpg",
  "https://images.turo.com/media/1.jpg",
])("an image address that only shares a file is dropped: %s", (address) => {
  expect(isDriveSharing(address)).toBe(true);
});

it.each([
  "/api/images/cars/sedan.0123abcd.webp",
  "https://cdn.example.com/drive.google.com/car.jpg",
  "https://notturo.com/car.jpg",
  "turo.com",
])("an image address is kept: %s", (address) => {
  expect(isDriveSharing(address)).toBe(false);
});
