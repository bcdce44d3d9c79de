/**
 * Returns the same random UUID for as long as the same order is sent, and a new one once anything in the order has
 * changed. So a double click, or another try after a lost answer, makes only one order.
 */
export function orderIds(): (body: unknown) => string {
  let sent = "";
  let id = "";
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== sent || id === "") {
      sent = text;
      id = randomUuid();
    }
    return id;
  };
}

/** `crypto.randomUUID` exists only on secure pages, and a laptop's address on the local network isn't secure. */
function randomUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
