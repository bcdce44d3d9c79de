/** A form with files, as a browser would send it. */
export async function multipart(
  parts: readonly { field: string; name: string; content: Buffer | string; type?: string }[],
) {
  const form = new FormData();
  for (const { field, name, content, type = "application/octet-stream" } of parts)
    form.append(field, new File([new Uint8Array(Buffer.from(content))], name, { type }));
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
