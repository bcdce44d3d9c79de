import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { toast } from "#web/ui/toast.ts";
import { type AssistantCar, suggest, type Suggestion, type SuggestionKind } from "./suggestions.ts";

export type Use = { description: string } | { monthlyPrice: string };

type AssistantPanelProps = {
  lead: string;
  /** The car as it is now, including values that were just typed. */
  read: () => AssistantCar;
  onUse: (use: Use) => void;
  /** Shows what the last used suggestion replaced. */
  children?: ReactNode;
};

const asks: { kind: SuggestionKind; label: () => string }[] = [
  { kind: "analysis", label: m.assistant_analyze },
  { kind: "description", label: m.assistant_describe },
  { kind: "marketing", label: m.assistant_advertise },
  { kind: "pricing", label: m.assistant_price },
];

/** Four questions about a car, and the last answer. It changes nothing until a person clicks to use it. */
export function AssistantPanel({ lead, read, onUse, children }: AssistantPanelProps) {
  const id = useId();
  const asking = useMutation({
    mutationFn: (kind: SuggestionKind) => suggest(kind, read()),
    onError(_error, kind) {
      const isAnalysis = kind === "analysis" || kind === "pricing";
      toast({
        title: isAnalysis ? m.assistant_analysis_failed() : m.assistant_generation_failed(),
        description: isAnalysis ? m.assistant_analysis_failed_text() : m.assistant_generation_failed_text(),
        variant: "destructive",
      });
    },
  });

  return (
    <section className="assistant stack" aria-labelledby={`${id}-title`}>
      <h2 className="h3" id={`${id}-title`}>
        {m.assistant_title()}
      </h2>
      <p className="muted">{lead}</p>
      <div className="acts">
        {asks.map(({ kind, label }) => (
          <button
            key={kind}
            className="btn btn-secondary"
            type="button"
            aria-busy={(asking.isPending && asking.variables === kind) || undefined}
            onClick={() => !asking.isPending && asking.mutate(kind)}
          >
            {label()}
          </button>
        ))}
      </div>
      <Failed error={asking.error} />
      <div aria-live="polite">
        {asking.isPending && <p className="muted">{m.assistant_busy()}</p>}
        {asking.data && !asking.isPending && <Answer suggestion={asking.data} onUse={onUse} />}
        {children}
      </div>
    </section>
  );
}

function Answer({ suggestion, onUse }: { suggestion: Suggestion; onUse: (use: Use) => void }) {
  return (
    <div className="py-4 px-4.5 border border-line rounded-md bg-fog wrap-anywhere stack">
      <p className="small muted">
        {suggestion.source === "catalogue" ? m.assistant_from_cars() : m.assistant_from_assistant()}
      </p>
      <Words suggestion={suggestion} />
      <UseButton suggestion={suggestion} onUse={onUse} />
    </div>
  );
}

function Words({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === "analysis") return <Paragraphs text={suggestion.analysis} />;
  if (suggestion.kind === "description") return <Paragraphs text={suggestion.description} />;
  if (suggestion.kind === "marketing") {
    return (
      <>
        <b>{suggestion.headline}</b>
        <Paragraphs text={suggestion.description} />
        {suggestion.features.length > 0 && (
          <ul className="list-disc ps-5">
            {suggestion.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        <p>
          <span className="muted">{m.assistant_audience()}</span> {suggestion.targetAudience}
        </p>
      </>
    );
  }
  return (
    <>
      <b className="num">{m.assistant_month({ price: showMoney(suggestion.suggestedPrice) })}</b>
      <Paragraphs text={suggestion.reasoning} />
      <p>
        <span className="muted">{m.assistant_position()}</span> {suggestion.competitivePosition}
      </p>
      <p className="small muted">{m.assistant_compared({ count: suggestion.comparableCars })}</p>
    </>
  );
}

/** Shows the text as plain text, even where it looks like code. */
function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

function UseButton({ suggestion, onUse }: { suggestion: Suggestion; onUse: (use: Use) => void }) {
  if (suggestion.kind === "analysis") return null;
  const isPrice = suggestion.kind === "pricing";
  if (isPrice && !(Number(suggestion.suggestedPrice) > 0)) return null;
  const use: Use = isPrice
    ? { monthlyPrice: suggestion.suggestedPrice }
    : { description: suggestion.description };
  return (
    <p>
      <button className="btn btn-secondary btn-sm" type="button" onClick={() => onUse(use)}>
        {isPrice ? m.assistant_use_price() : m.assistant_use_description()}
      </button>
    </p>
  );
}
