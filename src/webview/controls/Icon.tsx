/** A codicon. It has no accessible name, so the text beside the icon or the control's name must have its meaning. */
export function Icon({ name, spin = false, className = '' }: { name: string; spin?: boolean; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''} ${className}`.trim()}
    />
  );
}
