import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { readStorageUrl } from "./storage-url.ts";

const secret = "wJalr/XU+tnF";
const usual = { accessKeyId: "AKIA", secretAccessKey: secret, bucket: "cars", region: "us-east-1" };

/** Everything that a failed start could show. */
function errorOf(text: string): string {
  try {
    readConfig({ STORAGE_URL: text });
    return "";
  } catch (error) {
    return error instanceof ConfigError ? String(error.stack) : "another error";
  }
}

describe("STORAGE_URL", () => {
  it.each([
    [
      "Amazon's",
      `s3://AKIA:wJalr%2FXU+tnF@cars`,
      { ...usual, address: "https://cars.s3.us-east-1.amazonaws.com/" },
    ],
    [
      "another region",
      `s3://AKIA:wJalr%2FXU%2BtnF@cars?region=us-west-2`,
      { ...usual, region: "us-west-2", address: "https://cars.s3.us-west-2.amazonaws.com/" },
    ],
    [
      "a name with dots",
      `s3://AKIA:wJalr%2FXU+tnF@cars.bay`,
      { ...usual, bucket: "cars.bay", address: "https://s3.us-east-1.amazonaws.com/cars.bay/" },
    ],
    [
      "Amazon's, said outright",
      `s3://AKIA:wJalr%2FXU+tnF@cars?endpoint=https://s3.us-east-1.amazonaws.com`,
      { ...usual, address: "https://cars.s3.us-east-1.amazonaws.com/" },
    ],
    [
      "elsewhere",
      `s3://AKIA:wJalr%2FXU+tnF@cars?endpoint=http://127.0.0.1:9000`,
      { ...usual, address: "http://127.0.0.1:9000/cars/" },
    ],
    [
      "below a path",
      `s3://AKIA:wJalr%2FXU+tnF@cars?endpoint=https://p.supabase.co/storage/v1/s3&region=x-1`,
      { ...usual, region: "x-1", address: "https://p.supabase.co/storage/v1/s3/cars/" },
    ],
  ])("the setting names a bucket: %s", (_, text, settings) => {
    expect(readStorageUrl(text)).toEqual(settings);
  });

  it.each([
    ["https://cars.example"],
    ["s3://cars"],
    ["s3://AKIA@cars"],
    [`s3://AKIA:${secret}@cars`],
    ["s3://AKIA:topsecret@cars:9000"],
    ["s3://AKIA:topsecret@cars/folder"],
    ["s3://AKIA:topsecret@c"],
    ["s3://AKIA:topsecret@cars?region=us west"],
    ["s3://AKIA:topsecret@cars?endpoint=storage.example"],
    ["s3://AKIA:topsecret@cars?endpoint=https://u:topsecret@storage.example"],
    ["s3://AKIA:topsecret@cars?acl=public"],
    ["s3://AKIA:topsecret%@cars"],
  ])("an invalid setting stops the start, and the message contains no secret: %s", (text) => {
    const message = errorOf(text);
    expect(message).toContain("STORAGE_URL m");
    expect(message).not.toMatch(/topsecret|wJalr|AKIA/);
  });
});
