import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The file that a mention in a sent prompt is about, as it was displayed; undefined for what is no file. The id is not
 * verified: it only says whether to look for a file, which must then be in the workspace.
 */
export function mentionedPlace(
  id: string,
  label: string,
): { readonly path: string; readonly symbol?: string } | undefined {
  if (id.startsWith('file.')) return { path: label };
  const at = label.lastIndexOf('#');
  return id.startsWith('symbol.') && at > 0 ? { path: label.slice(0, at), symbol: label.slice(at + 1) } : undefined;
}

/** What a mention is about. */
export type MentionKind = (typeof MENTION_KINDS)[number];
const MENTION_KINDS = ['file', 'folder', 'symbol', 'selection', 'problems', 'terminal', 'changes'] as const;

/**
 * Ids of what the list under `@` has offered. An id vouches for the words it was given for, with a key that the host
 * keeps: text that was pasted names nothing, and a draft's mentions outlive a reload without being stored anywhere.
 */
export class MentionIds {
  private readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  idOf(kind: MentionKind, label: string): string {
    return `${kind}.${this.sign(kind, label)}`;
  }

  /** The kind of thing that `label` was offered as; undefined where it never was. */
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
