export function Keycap({ children }: { children: string }) {
  return <kbd className="keycap">{children}</kbd>;
}
