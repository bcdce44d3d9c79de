import { brand } from "#domain/brand.ts";
import type { ConditionKind } from "#domain/condition/condition.ts";
import type { Language } from "#domain/languages.ts";

type Words = {
  subject: Record<ConditionKind, (number: string) => string>;
  body: Record<ConditionKind, string>;
  /** Of a record that was added to others. */
  added: string;
  labels: Record<"order" | "car" | "at" | "by" | "odometer" | "fuel" | "remark" | "seal", string>;
  by: Record<"renter" | "longbay", string>;
  miles: (count: number) => string;
  eighths: (count: number) => string;
  see: string;
  keep: string;
  signature: string;
};

const grouped = (count: number): string => count.toLocaleString("en-US");

export const words: Record<Language, Words> = {
  en: {
    subject: {
      pickup: (number) => `Pickup record of ${number}`,
      return: (number) => `Return record of ${number}`,
    },
    body: {
      pickup: "Your rental has begun. This is how the car was when it was handed over.",
      return: "The car has been returned. This is how it was.",
    },
    added: "Another record has been added to this rental.",
    labels: {
      order: "Order",
      car: "Car",
      at: "Recorded",
      by: "Recorded by",
      odometer: "Odometer",
      fuel: "Fuel or charge",
      remark: "Remark",
      seal: "Seal (SHA-256)",
    },
    by: { renter: "The renter", longbay: brand.name.en },
    miles: (count) => `${grouped(count)} miles`,
    eighths: (count) => `${count}/8`,
    see: "See the photos",
    keep: "Keep this email: the seal shows that nobody has changed the record since.",
    signature: brand.name.en,
  },
  zh: {
    subject: {
      pickup: (number) => `订单 ${number} 的取车记录`,
      return: (number) => `订单 ${number} 的还车记录`,
    },
    body: {
      pickup: "您的租期已开始。以下是交车时的车况。",
      return: "车辆已归还。以下是还车时的车况。",
    },
    added: "这次租车新增了一份车况记录。",
    labels: {
      order: "订单号",
      car: "车辆",
      at: "记录时间",
      by: "记录人",
      odometer: "里程表",
      fuel: "油量或电量",
      remark: "备注",
      seal: "校验码（SHA-256）",
    },
    by: { renter: "租客", longbay: brand.name.zh },
    miles: (count) => `${grouped(count)} 英里`,
    eighths: (count) => `${count}/8`,
    see: "查看照片",
    keep: "请保留此邮件：校验码可以证明这份记录之后未被改动。",
    signature: brand.name.zh,
  },
};
