import { PDFiumLibrary } from "@hyzyla/pdfium";

type Calls = Record<string, (...handles: number[]) => number>;

/** What a PDF contains by PDFium: its actions, attachments and words, and its pages as pictures. */
export async function readPdf(bytes: Uint8Array) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  // The library offers only some of PDFium's functions; the others are in the module that it holds.
  const { module } = library as unknown as { module: Calls };
  const { documentIdx } = document as unknown as { documentIdx: number };
  const call = (name: string, ...handles: number[]) => module[name]?.(...handles) ?? Number.NaN;
  const pages = [];
  for (let index = 0; index < document.getPageCount(); index++) {
    const handle = call("_FPDF_LoadPage", documentIdx, index);
    const annotations = call("_FPDFPage_GetAnnotCount", handle);
    const text = document.getPage(index).getText();
    const drawn = await document
      .getPage(index)
      .render({ scale: 1.5, render: "bitmap", renderFormFields: true });
    pages.push({ annotations, text, drawn });
  }
  return {
    pages,
    text: pages.map(({ text }) => text).join("\n"),
    scripts: call("_FPDFDoc_GetJavaScriptActionCount", documentIdx),
    files: call("_FPDFDoc_GetAttachmentCount", documentIdx),
    annotations: pages.reduce((sum, page) => sum + page.annotations, 0),
    form: call("_FPDF_GetFormType", documentIdx),
  };
}

let library: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** The words of a PDF, page by page. PDFium is loaded once, and no page is drawn. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return pages;
}
