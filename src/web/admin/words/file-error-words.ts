import type { FileError } from "#contract/errors.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { m } from "#web/paraglide/messages.js";

type Values = NonNullable<FileError["values"]>;

const words: Record<FileError["code"], (values: Values) => string> = {
  wrong_type: () => m.admin_upload_kind(),
  none: () => m.admin_upload_none(),
  empty: () => m.admin_file_error_empty(),
  not_text: () => m.admin_file_error_not_text(),
  encoding_unclear: () => m.admin_file_error_encoding(),
  no_header: () => m.admin_file_error_no_header(),
  unreadable: () => m.admin_file_error_unreadable(),
  too_many_rows: ({ most = 0 }) => m.admin_file_error_rows({ most: showNumber(Number(most)) }),
  column_twice: ({ columns = "" }) => m.admin_file_error_twice({ column: columns }),
  columns_missing: ({ columns = "", meant = "" }) =>
    meant ? m.admin_file_error_missing_meant({ columns, meant }) : m.admin_file_error_missing({ columns }),
  zip_wrong_type: () => m.admin_zip_kind(),
  zip_empty: () => m.admin_file_error_zip_empty(),
  zip_too_many: ({ most = 0 }) => m.admin_file_error_zip_many({ most: showNumber(Number(most)) }),
  zip_too_large: () => m.admin_file_error_zip_large(),
  zip_broken: () => m.admin_file_error_zip_broken(),
  zip_encrypted: () => m.admin_file_error_zip_encrypted(),
  no_import: () => m.admin_file_error_no_import(),
};

/** Why a whole file of cars is refused, in the reader's language. */
export const fileErrorWords = ({ code, values = {} }: FileError): string => words[code](values);
