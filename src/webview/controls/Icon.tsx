/** A codicon without an accessible name: its meaning must also be in the text beside it or in the control's name. */
export function Icon({ name, spin = false, className = '' }: { name: string; spin?: boolean; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''} ${className}`.trim()}
    />
  );
}
