import zh from "#messages/zh/cars.json" with { type: "json" };
import type { ZipError } from "#contract/images.ts";
import { largestPicture, sizeName } from "#domain/file-limits.ts";
import type { Language } from "#domain/languages.ts";
import { mostImages } from "#domain/cars/car-rules.ts";

/** Each follows the name of a file, or of a folder; in Chinese as the pages say it. */
export const errorSentences: Record<Language, Record<ZipError, string>> = {
  en: {
    not_a_picture: "isn't a JPEG, PNG, WebP, AVIF or HEIC photo",
    heic: "is a HEIC photo that can't be read: save it as a JPEG and upload that",
    broken: "is damaged or incomplete",
    too_many_pixels:
      "is too large to open: save a smaller JPEG, up to 50 million pixels and 20,000 on a side",
    takes_too_long: "takes too long to open: save it as a plain JPEG and upload that",
    too_large: `is larger than ${sizeName(largestPicture)}`,
    empty: "is empty",
    unsafe_name: "has a path that is invalid or leads outside its folder",
    not_numbered: "isn't in a folder named with a row number: 2 for the first car, then 3, 4 and so on",
    too_deep: "is in a subfolder: put it directly in the numbered folder",
    name_too_long: "has a name that is too long",
    link: "is a link, not a file",
    encrypted: "is encrypted",
    unknown_packing: "is compressed in a way we can't read",
    packed_too_much: "unpacks to far more than a photo would",
    no_car: "has no car: the import has no valid row with that number",
    car_gone: "is for a car that is no longer in the fleet",
    too_many_pictures: `is one too many: a car can have up to ${mostImages} photos`,
  },
  zh: {
    not_a_picture: zh.admin_image_error_type,
    heic: zh.admin_image_error_heic,
    broken: zh.admin_image_error_broken,
    too_many_pixels: zh.admin_image_error_pixels,
    takes_too_long: zh.admin_image_error_slow,
    too_large: zh.admin_image_error_large,
    empty: zh.admin_image_error_empty,
    unsafe_name: zh.admin_image_error_unsafe,
    not_numbered: zh.admin_image_error_unnumbered,
    too_deep: zh.admin_image_error_deep,
    name_too_long: zh.admin_image_error_name,
    link: zh.admin_image_error_link,
    encrypted: zh.admin_image_error_encrypted,
    unknown_packing: zh.admin_image_error_packing,
    packed_too_much: zh.admin_image_error_bomb,
    no_car: zh.admin_image_error_no_car,
    car_gone: zh.admin_image_error_car_gone,
    too_many_pictures: zh.admin_image_error_many.replace("{most}", String(mostImages)),
  },
};
