import type { FileFault } from "#contract/errors.ts";
import { m } from "#web/paraglide/messages.js";

type Values = NonNullable<FileFault["values"]>;

const words: Record<FileFault["code"], (values: Values) => string> = {
  wrong_type: () => m.desk_upload_kind(),
  none: () => m.desk_upload_none(),
  empty: () => m.desk_file_fault_empty(),
  not_text: () => m.desk_file_fault_not_text(),
  no_header: () => m.desk_file_fault_no_header(),
  unreadable: () => m.desk_file_fault_unreadable(),
  too_many_rows: ({ most = 0 }) => m.desk_file_fault_rows({ most: Number(most).toLocaleString("en-US") }),
  column_twice: ({ columns = "" }) => m.desk_file_fault_twice({ column: columns }),
  columns_missing: ({ columns = "" }) => m.desk_file_fault_missing({ columns }),
  zip_wrong_type: () => m.desk_zip_kind(),
  zip_empty: () => m.desk_file_fault_zip_empty(),
  zip_too_many: ({ most = 0 }) => m.desk_file_fault_zip_many({ most: Number(most).toLocaleString("en-US") }),
  zip_too_large: () => m.desk_file_fault_zip_large(),
  zip_broken: () => m.desk_file_fault_zip_broken(),
  zip_encrypted: () => m.desk_file_fault_zip_encrypted(),
  no_import: () => m.desk_file_fault_no_import(),
};

/** Why a whole file of cars is refused, in the reader's language. */
export const fileFaultWords = ({ code, values = {} }: FileFault): string => words[code](values);
