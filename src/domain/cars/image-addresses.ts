/**
 * Cloud drives, whose links show a page instead of a picture, and car sharing services, whose pictures belong to
 * the cars' lenders. Such pictures may vanish, so we remove them from our cars.
 */
const driveSharingHosts = [
  "drive.google.com",
  "drive.usercontent.google.com",
  "docs.google.com",
  "dropbox.com",
  "onedrive.live.com",
  "1drv.ms",
  "turo.com",
  "getaround.com",
  "drivy.com",
  "relayrides.com",
  "rvshare.com",
  "outdoorsy.com",
] as const;

export function isDriveSharing(address: string): boolean {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address.trim())?.[1]?.toLowerCase();
  return (
    host !== undefined && driveSharingHosts.some((known) => host === known || host.endsWith(`.${known}`))
  );
}

const uploaded = /^\/api\/images\/cars\/([a-z0-9][a-z0-9-]{0,79})\.([0-9a-f]{8})\.webp$/;

/**
 * A picture in our own store, by its public address with the hash of its content; undefined for any other
 * address.
 */
export function ownImage(address: string): { name: string; hash: string } | undefined {
  const [, name, hash] = uploaded.exec(address) ?? [];
  return name && hash ? { name, hash } : undefined;
}

/**
 * Who may see a new picture: everybody, if the back office uploads it; only the host and administrators, if the
 * host does, until the car that shows it is accepted. The prefix of the picture's name says which.
 */
export const imagePrefixes = { public: "p-", host: "h-" } as const;
export type ImageAudience = keyof typeof imagePrefixes;

/** Whether a picture becomes public only when a public car shows it. */
export const isHostImage = (name: string): boolean => name.startsWith(imagePrefixes.host);

/** The size that an uploaded picture's name carries: "p-1f3c…-1600x1067". */
export function sizeInName(name: string): { width: number; height: number } | undefined {
  const [, width, height] = /-(\d{1,5})x(\d{1,5})$/.exec(name) ?? [];
  return width && height && Number(width) > 0 && Number(height) > 0
    ? { width: Number(width), height: Number(height) }
    : undefined;
}
