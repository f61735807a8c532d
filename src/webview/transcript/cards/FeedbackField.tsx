export interface FeedbackFieldProps {
  readonly label: string;
  readonly value: string;
  /** The user asked for the field with a button of its card. Without it the focus stays where it is. */
  readonly takesFocus: boolean;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Where the user writes why a call is denied. Enter sends, Shift+Enter starts a line, Esc closes the field only. */
export function FeedbackField({ label, value, takesFocus, onChange, onSend, onClose }: FeedbackFieldProps) {
  return (
    <textarea
      className="approval-text"
      aria-label={label}
      placeholder={label}
      rows={2}
      maxLength={10_000}
      autoFocus={takesFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && !event.shiftKey) onSend();
        else return;
        event.preventDefault();
        // The panel's own Esc handler would stop the answer.
        event.stopPropagation();
      }}
    />
  );
}
