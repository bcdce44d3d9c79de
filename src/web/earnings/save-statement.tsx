import { useMutation } from "@tanstack/react-query";
import { download } from "#web/download.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";

type SaveStatementProps = {
  /** The address of a statement or a year: "/api/host/statements/2026-12". */
  path: string;
  name: string;
  /** The full name of each button, for users who don't see the text around it. */
  label: (inputs: { format: string }) => string;
};
const formats = { pdf: m.statements_pdf, csv: m.statements_csv };

/** Saves a statement or a year as a document, or as a table, in the page's language. */
export function SaveStatement({ path, name, label }: SaveStatementProps) {
  const saving = useMutation({
    mutationFn: (format: keyof typeof formats) =>
      download({
        path: `${path}?format=${format}&language=${currentLanguage()}`,
        name: `${name}.${format}`,
      }),
    onError: (error) =>
      toast({
        title: m.statements_failed(),
        description: sessionErrorWords(error),
        variant: "destructive",
      }),
  });
  return (
    <p className="flex gap-2">
      {(["pdf", "csv"] as const).map((format) => (
        <button
          key={format}
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={(saving.isPending && saving.variables === format) || undefined}
          aria-label={label({ format: formats[format]() })}
          onClick={() => !saving.isPending && saving.mutate(format)}
        >
          {formats[format]()}
        </button>
      ))}
    </p>
  );
}
