import type { ZipError } from "#contract/images.ts";
import { mostImages } from "#domain/cars/car-rules.ts";
import { m } from "#web/paraglide/messages.js";

/** Why a file, or a folder of a ZIP file, gave no picture. */
export const imageErrorWords: Record<ZipError, () => string> = {
  not_a_picture: m.admin_image_error_type,
  heic: m.admin_image_error_heic,
  broken: m.admin_image_error_broken,
  too_many_pixels: m.admin_image_error_pixels,
  takes_too_long: m.admin_image_error_slow,
  too_large: m.admin_image_error_large,
  empty: m.admin_image_error_empty,
  unsafe_name: m.admin_image_error_unsafe,
  not_numbered: m.admin_image_error_unnumbered,
  too_deep: m.admin_image_error_deep,
  name_too_long: m.admin_image_error_name,
  link: m.admin_image_error_link,
  encrypted: m.admin_image_error_encrypted,
  unknown_packing: m.admin_image_error_packing,
  packed_too_much: m.admin_image_error_bomb,
  no_car: m.admin_image_error_no_car,
  car_gone: m.admin_image_error_car_gone,
  too_many_pictures: () => m.admin_image_error_many({ most: mostImages }),
};
