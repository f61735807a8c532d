/** The parts of Node that this project uses, so that it needs nothing installed. */

declare const console: { log(text: string): void };
declare const process: { readonly argv: readonly string[] };

declare module 'node:test' {
  export function test(name: string, run: () => void): void;
}

declare module 'node:assert/strict' {
  const assert: { equal(actual: unknown, expected: unknown): void };
  export default assert;
}
