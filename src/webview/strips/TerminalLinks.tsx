import type { TerminalAction } from '../../shared/terminalCard.ts';
import { Button } from '../controls/Button.tsx';
import { strings } from '../strings/strings.ts';

const words = strings.terminals;

export type LinkKind =
  'show' | 'dismiss' | 'decline' | 'retry' | 'open-limit' | 'open-integration' | 'stop' | 'continue';

interface Link {
  readonly label: string;
  readonly action: TerminalAction;
  readonly more?: { readonly title: string };
}

const LINKS: Readonly<Record<LinkKind, Link>> = {
  show: { label: words.show, action: { kind: 'show' } },
  dismiss: { label: words.dismiss, action: { kind: 'dismiss' } },
  // If the user hides an offer, the terminal is not watched.
  decline: { label: words.decline, action: { kind: 'dismiss' }, more: { title: words.declineTitle } },
  retry: { label: words.retry, action: { kind: 'retry' }, more: { title: words.retryTitle } },
  'open-limit': { label: words.openSetting, action: { kind: 'open-limit' } },
  'open-integration': { label: words.openSetting, action: { kind: 'open-integration' } },
  stop: { label: words.stop, action: { kind: 'stop' } },
  continue: { label: words.continueHere, action: { kind: 'continue' }, more: { title: words.continueTitle } },
};

export interface CardActions {
  acceptsClicks: boolean;
  onAct: (action: TerminalAction) => void;
}

/** The actions of a card, except the answers to its question. */
export function TerminalLinks({ kinds, acceptsClicks, onAct }: CardActions & { kinds: readonly LinkKind[] }) {
  return kinds.map((kind) => (
    <Button
      key={kind}
      kind="link"
      {...LINKS[kind].more}
      disabled={!acceptsClicks}
      onClick={() => onAct(LINKS[kind].action)}
    >
      {LINKS[kind].label}
    </Button>
  ));
}
