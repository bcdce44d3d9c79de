import { expect, it } from "vitest";
import { largestAttachment, largestPdf, largestPicture, sizeName } from "#domain/file-limits.ts";
import { m } from "#web/paraglide/messages.js";

const languages = ["en", "zh"] as const;

it.each(languages)("the texts in %s name the sizes that the server allows", (locale) => {
  for (const text of [
    m.papers_kinds({}, { locale }),
    m.papers_kinds_pdf({}, { locale }),
    m.papers_error_large({}, { locale }),
    m.admin_image_rules({}, { locale }),
    m.admin_image_error_large({}, { locale }),
    m.condition_error_too_large({}, { locale }),
  ])
    expect(text).toContain(sizeName(largestPicture));
  for (const text of [m.papers_kinds_pdf({}, { locale }), m.papers_error_pdf_large({}, { locale })])
    expect(text).toContain(sizeName(largestPdf));
  expect(m.conversations_file_large({}, { locale })).toContain(sizeName(largestAttachment));
});
