// Where a picture is in an archive: "2/front.jpg" belongs to row 2 of a file of cars, as a spreadsheet counts its
// rows.

export const folderErrors = ["unsafe_name", "not_numbered", "too_deep"] as const;
export type FolderError = (typeof folderErrors)[number];
export type FolderPlace = { row: number; name: string } | { error: FolderError };

/**
 * A path's folders and its name; undefined where it is absolute, leads upwards or holds control characters.
 */
export function pathParts(path: string): string[] | undefined {
  const parts = path.replaceAll("\\", "/").split("/");
  if (parts[0] === "" || parts.includes("..") || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path))
    return undefined;
  return parts.filter((part) => part !== "" && part !== ".");
}

const leftBySystems = new Set(["__macosx", "thumbs.db", "desktop.ini"]);

/** Whether an operating system added the file by itself: hidden files, previews, a Mac's extra files. */
export const isSystemFile = (parts: readonly string[]): boolean =>
  parts.some((part) => part.startsWith(".") || leftBySystems.has(part.toLowerCase()));

/** Row 1 is the header, so the first car's is 2. */
function rowOf(folder: string | undefined): number | undefined {
  const row = folder !== undefined && /^[1-9][0-9]{0,6}$/.test(folder) ? Number(folder) : 0;
  return row >= 2 ? row : undefined;
}

/** The one folder that contains all numbered folders; undefined where there is none, or more than one. */
export function wrapperOf(paths: Iterable<readonly string[]>): string | undefined {
  let wrapper: string | undefined;
  for (const [folder, name] of paths) {
    if (name === undefined) continue;
    if (rowOf(folder) !== undefined || (wrapper !== undefined && wrapper !== folder)) return undefined;
    wrapper = folder;
  }
  return wrapper;
}

export function placeInFolders(parts: readonly string[], wrapper: string | undefined): FolderPlace {
  const [folder, name, ...deeper] = parts.length > 1 && parts[0] === wrapper ? parts.slice(1) : parts;
  const row = rowOf(folder);
  if (row === undefined || name === undefined) return { error: "not_numbered" };
  return deeper.length ? { error: "too_deep" } : { row, name };
}

const names = new Intl.Collator("en", { numeric: true });

/** As people count: 2.jpg before 10.jpg. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  names.compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name));
