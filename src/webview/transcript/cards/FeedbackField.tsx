export interface FeedbackFieldProps {
  readonly label: string;
  readonly value: string;
  /** A button of the card has opened the field. Otherwise the focus stays where it is. */
  readonly takesFocus: boolean;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** A field for the reason of a denial, or for what to change in a plan. */
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
        // Otherwise the panel's own Esc handler would act too, for example close the output of a slash command.
        event.stopPropagation();
      }}
    />
  );
}
