/** A greeting for one person. */
export function greet(name: string): string {
  return `Hello, ${name}!`;
}
