/** Where pictures are kept when not in a folder of this machine. */
export type StorageSettings = {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  bucket: string;
  /** The bucket's own address, with a slash at its end. */
  address: string;
};

/**
 * Why it can't be used, in words that follow the setting's name and repeat nothing of it: it holds a secret.
 */
export type StorageError = { error: string };

const shape =
  "must be like s3://KEY:SECRET@BUCKET?endpoint=https://…&region=…, with / and @ in the secret written as %2F and %40";

/**
 * Reads `s3://key:secret@bucket?endpoint=…&region=…`. Without an endpoint the bucket is Amazon's and has a
 * host name of its own; anywhere else it is a folder of the endpoint ("path style"), which every other
 * service understands.
 */
export function readStorageUrl(text: string): StorageSettings | StorageError {
  if (!URL.canParse(text)) return { error: shape };
  const url = new URL(text);
  const { protocol, hostname: bucket, port, pathname, searchParams, hash } = url;
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (protocol !== "s3:" || !accessKeyId || !secretAccessKey || port || hash || !["", "/"].includes(pathname))
    return { error: shape };
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket))
    return { error: "must name a bucket after the @" };
  const unknown = [...searchParams.keys()].filter((name) => name !== "endpoint" && name !== "region");
  if (unknown.length) return { error: "may have an endpoint and a region, and nothing else, after the ?" };
  const region = searchParams.get("region") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) return { error: "must have a region such as us-west-2" };
  const endpoint = searchParams.get("endpoint");
  if (endpoint !== null && !isEndpoint(endpoint))
    return { error: "must have an endpoint such as https://storage.example" };
  return { accessKeyId, secretAccessKey, region, bucket, address: addressOf(bucket, region, endpoint) };
}

function addressOf(bucket: string, region: string, endpoint: string | null): string {
  const host = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const isAmazon = /(^|\.)amazonaws\.com(\.cn)?$/.test(host.hostname);
  // Amazon's certificate does not cover host names with a further dot from the bucket's name.
  if (isAmazon && !bucket.includes(".")) return `https://${bucket}.${host.host}/`;
  return `${host.href.replace(/\/$/, "")}/${bucket}/`;
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
