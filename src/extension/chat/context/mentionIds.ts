import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The place of a mentioned file or symbol; undefined for other mentions. The id is not verified, so the caller must
 * check that the file is in the workspace.
 */
export function mentionedPlace(
  id: string,
  label: string,
): { readonly path: string; readonly symbol?: string } | undefined {
  if (id.startsWith('file.')) return { path: label };
  const at = label.lastIndexOf('#');
  return id.startsWith('symbol.') && at > 0 ? { path: label.slice(0, at), symbol: label.slice(at + 1) } : undefined;
}

export type MentionKind = (typeof MENTION_KINDS)[number];
const MENTION_KINDS = ['file', 'folder', 'symbol', 'selection', 'problems', 'terminal', 'changes', 'memory'] as const;

/**
 * Ids of the mentions that the `@` list has offered. An id has a signature with a key of the host, so pasted text is
 * never a mention, and mentions in drafts survive a reload.
 */
export class MentionIds {
  private readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  idOf(kind: MentionKind, label: string): string {
    return `${kind}.${this.sign(kind, label)}`;
  }

  /** The kind that `label` was offered as; undefined if the id was not made for this label. */
  kindOf(id: string, label: string): MentionKind | undefined {
    const kind = MENTION_KINDS.find((each) => id.startsWith(`${each}.`));
    if (!kind) return undefined;
    const [given, expected] = [Buffer.from(id.slice(kind.length + 1)), Buffer.from(this.sign(kind, label))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? kind : undefined;
  }

  private sign(kind: MentionKind, label: string): string {
    return createHmac('sha256', this.key).update(`${kind}\0${label}`).digest('base64url');
  }
}
