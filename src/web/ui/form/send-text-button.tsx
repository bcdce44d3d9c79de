type SendTextButtonProps = { text: string; isSending: boolean; onSend: () => void; children: string };

/** Sends the text typed beside it; the button is off while there is no text. */
export function SendTextButton({ text, isSending, onSend, children }: SendTextButtonProps) {
  const isEmpty = text.trim() === "";
  return (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      aria-disabled={isEmpty || undefined}
      aria-busy={isSending || undefined}
      onClick={() => !isEmpty && !isSending && onSend()}
    >
      {children}
    </button>
  );
}
