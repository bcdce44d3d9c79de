/** Saves a text as a file, in UTF-8 with the byte order mark by which spreadsheets recognise it. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
