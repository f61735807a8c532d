/** A codicon without an accessible name. The text beside it, or the control's name, must convey its meaning. */
export function Icon({ name, spin = false, className = '' }: { name: string; spin?: boolean; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''} ${className}`.trim()}
    />
  );
}
