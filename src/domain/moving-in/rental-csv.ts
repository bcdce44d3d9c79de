import { longestNote } from "#domain/fields/admin.ts";
import { longestPhone, longestPlace } from "#domain/text-lengths.ts";
import { longestName } from "#domain/cars/car-rules.ts";
import { plate } from "#domain/cars/csv/car-cells.ts";
import { defaultPickupTime } from "#domain/booking/pickup-times.ts";
import {
  amount,
  balance,
  day,
  emailAddress,
  handoverTime,
  label,
  oneOf,
  type SumOfDay,
  sumsByDay,
  words,
} from "#domain/csv/cells.ts";
import { type Header, headerReader } from "#domain/csv/header.ts";
import type { Synonyms } from "#domain/csv/nearest-column.ts";
import { type ColumnError, rowReader } from "#domain/csv/row-reader.ts";
import type { IsoDate } from "#domain/dates.ts";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";

/** A rental that runs in other books, as a row of a CSV file describes it. */
export type FormerRental = {
  plateNumber: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  pickupDate: IsoDate;
  returnDate: IsoDate;
  pickupTime: string;
  returnTime: string;
  pickupLocation: string;
  language: Language;
  /** What a month costs, everything included. */
  monthlyPrice: Cents;
  /** The payments that have come in, each with its day. */
  payments: SumOfDay[];
  /** The row's own instalments, each on its day; empty where each month is due on its first day. */
  instalments: SumOfDay[];
  /** The amount owed today by the other books; below zero if the renter has paid ahead. */
  balance: Cents | undefined;
  note: string;
};

export const rentalColumns = {
  required: ["plateNumber", "customerName", "customerEmail", "pickupDate", "returnDate", "monthlyPrice"],
  optional: [
    "customerPhone",
    "pickupTime",
    "returnTime",
    "pickupLocation",
    "language",
    "payments",
    "instalments",
    "balance",
    "note",
  ],
} as const;
export type RentalColumn = (typeof rentalColumns)[keyof typeof rentalColumns][number];

/** Other names for a column in people's own books, by the column; in small letters, without spaces. */
const synonyms: Synonyms = {
  plateNumber: [
    "plate",
    "license",
    "licenseplate",
    "licenceplate",
    "tag",
    "vehicle",
    "car",
    "车牌",
    "车牌号",
  ],
  customerName: ["name", "customer", "renter", "tenant", "driver", "client", "姓名", "客户", "租客"],
  customerEmail: ["email", "mail", "emailaddress", "邮箱", "电子邮箱"],
  customerPhone: ["phone", "mobile", "cell", "telephone", "电话", "手机"],
  pickupDate: ["start", "startdate", "from", "begin", "pickup", "取车日期", "开始日期"],
  returnDate: ["end", "enddate", "until", "to", "return", "duedate", "还车日期", "结束日期"],
  monthlyPrice: ["price", "rent", "rate", "monthlyrate", "monthlyrent", "permonth", "月租", "租金", "月租金"],
  pickupTime: ["starttime", "取车时间"],
  returnTime: ["endtime", "还车时间"],
  pickupLocation: ["location", "place", "address", "地点", "取车地点"],
  language: ["lang", "语言"],
  payments: ["paid", "payment", "received", "付款", "已付"],
  instalments: ["installments", "schedule", "due", "invoices", "分期", "应付"],
  balance: ["owed", "owing", "outstanding", "余额", "欠款"],
  note: ["notes", "comment", "remarks", "备注"],
};

/** Reads the header row of a file of rentals. */
export const readRentalHeader = headerReader<RentalColumn>({ ...rentalColumns, synonyms });

/** Reads one row. It reports every error, and one error refuses the whole row. */
export function readRental(
  header: Header<RentalColumn>,
  cells: readonly string[],
): { rental: FormerRental } | { errors: ColumnError[] } {
  const { errors, read, required, raw } = rowReader(header, cells);
  const rental: FormerRental = {
    plateNumber: required("plateNumber", plate, ""),
    customerName: required("customerName", label(longestName), ""),
    customerEmail: required("customerEmail", emailAddress, ""),
    customerPhone: read("customerPhone", label(longestPhone), ""),
    pickupDate: required("pickupDate", day, ""),
    returnDate: required("returnDate", day, ""),
    pickupTime: read("pickupTime", handoverTime, defaultPickupTime),
    returnTime: read("returnTime", handoverTime, defaultPickupTime),
    pickupLocation: read("pickupLocation", label(longestPlace), ""),
    language: read("language", oneOf(languages), defaultLanguage),
    monthlyPrice: required("monthlyPrice", amount, 0),
    payments: read("payments", sumsByDay, []),
    instalments: read("instalments", sumsByDay, []),
    balance: raw("balance") ? read("balance", balance, 0) : undefined,
    note: read("note", words(longestNote), ""),
  };
  return errors.length ? { errors } : { rental };
}
