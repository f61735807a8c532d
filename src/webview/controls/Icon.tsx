/** A codicon, for the eye only: whatever it means is said in words beside it or in the control's name. */
export function Icon({ name, spin = false, className = '' }: { name: string; spin?: boolean; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={`codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''} ${className}`.trim()}
    />
  );
}
