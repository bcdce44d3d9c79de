import { useMutation } from "@tanstack/react-query";
import { download } from "#web/download.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";

type SaveStatementProps = { month: string; number: string };
const formats = { pdf: m.statements_pdf, csv: m.statements_csv };

/** Saves a statement as a document, or as a table. */
export function SaveStatement({ month, number }: SaveStatementProps) {
  const saving = useMutation({
    mutationFn: (format: keyof typeof formats) =>
      download({
        path: `/api/host/statements/${month}?format=${format}`,
        name: `${number}.${format}`,
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
          aria-label={m.statements_save({ number, format: formats[format]() })}
          onClick={() => !saving.isPending && saving.mutate(format)}
        >
          {formats[format]()}
        </button>
      ))}
    </p>
  );
}
