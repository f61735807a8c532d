import type { ToolPreview } from '../tools/tool.ts';

export function isSameEdit(a: ToolPreview, b: ToolPreview): boolean {
  return (
    hasSamePaths(a, b) &&
    sameBytes(a.file?.before, b.file?.before) &&
    sameBytes(a.file?.after, b.file?.after) &&
    sameBytes(a.removedFile?.bytes, b.removedFile?.bytes)
  );
}

function hasSamePaths(a: ToolPreview, b: ToolPreview): boolean {
  return a.file?.path === b.file?.path && a.removedFile?.path === b.removedFile?.path;
}

/** True if both edits remove and add the same lines, at any position. */
export function isSameChange(a: ToolPreview, b: ToolPreview): boolean {
  const changed = ({ diff }: ToolPreview): string =>
    diff
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n');
  return hasSamePaths(a, b) && changed(a) === changed(b);
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return Buffer.compare(a, b) === 0;
}
