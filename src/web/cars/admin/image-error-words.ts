import type { ZipFault } from "#contract/images.ts";
import { mostImages } from "#domain/cars/car-rules.ts";
import { m } from "#web/paraglide/messages.js";

/** Why a file, or a folder of a ZIP file, gave no picture. */
export const pictureFaultWords: Record<ZipFault, () => string> = {
  not_a_picture: m.desk_picture_fault_type,
  heic: m.desk_picture_fault_heic,
  broken: m.desk_picture_fault_broken,
  too_many_pixels: m.desk_picture_fault_pixels,
  too_large: m.desk_picture_fault_large,
  empty: m.desk_picture_fault_empty,
  unsafe_name: m.desk_picture_fault_unsafe,
  not_numbered: m.desk_picture_fault_unnumbered,
  too_deep: m.desk_picture_fault_deep,
  name_too_long: m.desk_picture_fault_name,
  link: m.desk_picture_fault_link,
  encrypted: m.desk_picture_fault_encrypted,
  unknown_packing: m.desk_picture_fault_packing,
  packed_too_much: m.desk_picture_fault_bomb,
  no_car: m.desk_picture_fault_no_car,
  car_gone: m.desk_picture_fault_car_gone,
  too_many_pictures: () => m.desk_picture_fault_many({ most: mostImages }),
};
