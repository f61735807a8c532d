import { WidgetType } from '@codemirror/view';
import { mentionOfferSchema, type MentionOffer } from '../../../shared/protocol.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { strings } from '../../strings/strings.ts';

export type MentionKind = MentionOffer['kind'];

export const MENTION_ICONS: Readonly<Record<MentionKind, string>> = {
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  selection: 'selection',
  problems: 'warning',
  terminal: 'terminal',
  changes: 'diff',
  memory: 'notebook',
};

/** The kind that a mention's id begins with; `file` if the id begins with none. */
export function kindOf(id: string): MentionKind {
  const kind = mentionOfferSchema.shape.kind.safeParse(id.slice(0, id.indexOf('.')));
  return kind.success ? kind.data : 'file';
}

/** A mention's short name, and its place: a file's or folder's parent, or a symbol's file; empty for other kinds. */
export function nameOf({ kind, label }: Pick<MentionOffer, 'kind' | 'label'>): { name: string; place: string } {
  const split = kind === 'symbol' ? label.lastIndexOf('#') : label.replace(/\/$/, '').lastIndexOf('/');
  if (kind !== 'file' && kind !== 'folder' && kind !== 'symbol') return { name: label, place: '' };
  return { name: toDisplayText(label.slice(split + 1)), place: toDisplayText(label.slice(0, Math.max(0, split))) };
}

/** Renders a mention as its name with an icon. A copy contains the mention's text instead. */
export class MentionWidget extends WidgetType {
  private readonly label: string;
  private readonly kind: MentionKind;

  constructor(label: string, kind: MentionKind) {
    super();
    this.label = label;
    this.kind = kind;
  }

  override eq(other: MentionWidget): boolean {
    return other.label === this.label && other.kind === this.kind;
  }

  override toDOM(): HTMLElement {
    const { label, kind } = this;
    const chip = document.createElement('span');
    chip.className = 'mention';
    chip.title = strings.mentions.chip(kind, toDisplayText(label));
    chip.setAttribute('role', 'img');
    chip.setAttribute('aria-label', strings.mentions.chip(kind, toDisplayText(label)));
    const icon = document.createElement('span');
    icon.className = `codicon codicon-${MENTION_ICONS[kind]}`;
    const name = document.createElement('span');
    name.className = 'mention-name';
    name.textContent = nameOf({ kind, label }).name;
    chip.append(icon, name);
    return chip;
  }
}
