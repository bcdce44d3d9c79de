import type { Product } from "../test/product.ts";

/** The settings with which a product has the demonstration's administrator. */
export const withAdmin = { DEMO: "on", DEMO_PASSWORD: "correct horse battery" };

export async function signIn({ address }: Product, email = "admin@longbay.example"): Promise<string> {
  const body = JSON.stringify({ email, password: withAdmin.DEMO_PASSWORD });
  const response = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await response.json()) as { session: { access_token: string } }).session.access_token;
}

/** Imports a file of cars as the administrator, and waits for the end. */
export async function importCsv(product: Product, content: BlobPart): Promise<void> {
  const form = new FormData();
  form.set("file", new File([content], "cars.csv", { type: "text/csv" }));
  const answer = await fetch(`${product.address}/api/admin/upload-csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${await signIn(product)}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
