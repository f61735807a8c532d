import type { SuggestionAction, SuggestionNotice } from '../../shared/suggesting.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { formatCost } from '../strings/quantities.ts';
import { strings } from '../strings/strings.ts';

const words = strings.suggesting;

/** A notice about suggestions or prepared edits in general, for example that they are off. */
export function SuggestionStrip() {
  const panel = usePanel();
  const notice = useChat((chat) => chat.suggesting.notice);
  const conversationId = useChat((chat) => chat.conversationId);
  const act = (action: SuggestionAction) => {
    panel.send({ type: 'suggestions', conversationId, action });
    panel.focusComposer();
  };
  return (
    <div className="suggestion-strip" role="status" aria-label={words.label}>
      {notice && (
        <>
          <span className="suggestion-strip-text">{textOf(notice)}</span>
          <span className="suggestion-strip-actions">
            {actionsOf(notice).map(({ action, label }) => (
              <Button key={action} kind="link" onClick={() => act(action)}>
                {label}
              </Button>
            ))}
            {!actionsOf(notice).some(({ action }) => action === 'dismiss-notice') && (
              <Button
                kind="icon"
                label={words.dismissLabel}
                title={strings.notice.dismiss}
                onClick={() => act('dismiss-notice')}
              >
                <Icon name="close" />
              </Button>
            )}
          </span>
        </>
      )}
    </div>
  );
}

function textOf(notice: SuggestionNotice): string {
  switch (notice.kind) {
    case 'off-in-chat':
    case 'on-in-chat':
    case 'off':
    case 'off-in-workspace':
    case 'preparing-on':
    case 'preparing-off':
    case 'preparing-off-in-workspace':
      return words[notice.kind];
    case 'offer-preparing':
      return words.offerPreparing(toPrice(notice.cost));
    case 'backed-off':
      return words.backedOff(notice.ignored, notice.every);
    case 'budget-spent':
      return notice.limit === 0 ? words.nothingAllowed : words.budgetSpent(formatCost(notice.limit));
    case 'price-unknown':
      return words.priceUnknown(formatCost(notice.limit), notice.model);
    case 'fast-model-unavailable':
      return words.fastModelUnavailable(notice.model, notice.message);
  }
}

interface Offered {
  readonly action: SuggestionAction;
  readonly label: string;
}

function actionsOf(notice: SuggestionNotice): readonly Offered[] {
  const actions = ACTIONS[notice.kind];
  if (notice.kind !== 'fast-model-unavailable' || !notice.needsKey) return actions;
  return [{ action: 'set-fast-model-key', label: strings.actions['set-api-key'] }, ...actions];
}

const ACTIONS: Record<SuggestionNotice['kind'], readonly Offered[]> = {
  'off-in-chat': [
    { action: 'on-in-chat', label: words.undo },
    { action: 'off', label: words.everywhere },
  ],
  'on-in-chat': [],
  off: [{ action: 'on', label: words.undo }],
  'off-in-workspace': [{ action: 'open-workspace-settings', label: words.workspaceSettings }],
  'backed-off': [
    { action: 'every-answer', label: words.everyAnswer },
    { action: 'off', label: words.turnOff },
  ],
  'budget-spent': [{ action: 'open-settings', label: words.changeLimit }],
  'price-unknown': [{ action: 'open-settings', label: words.changeLimit }],
  'preparing-on': [{ action: 'preparing-off', label: words.undo }],
  'preparing-off': [{ action: 'preparing-on', label: words.undo }],
  'preparing-off-in-workspace': [{ action: 'open-workspace-preparing-setting', label: words.workspaceSettings }],
  'offer-preparing': [
    { action: 'preparing-on', label: words.turnOn },
    { action: 'dismiss-notice', label: words.notNow },
  ],
  'fast-model-unavailable': [{ action: 'open-fast-model-setting', label: words.changeFastModel }],
};

/** The argument of `words.offerPreparing`: null if unknown, empty if free. */
function toPrice(cost: number | null): string | null {
  if (cost === null) return null;
  return cost === 0 ? '' : formatCost(cost);
}
