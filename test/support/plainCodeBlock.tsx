/**
 * Replaces the module `CodeBlock.tsx`, which needs a document when it is loaded. All tests use this replacement, because
 * test files share their modules.
 */
export function CodeBlock({ code }: { readonly code: string }) {
  return (
    <pre>
      <code>{`${code}\n`}</code>
    </pre>
  );
}
