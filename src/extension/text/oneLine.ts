export function oneLine(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}
