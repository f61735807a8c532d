import { Fragment, useId, useState } from 'react';
import type { PersistentRuleOffer } from '../../../shared/toolBlock.ts';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';

/** Shows what each rule covers, and the rule as it will be written to the settings. */
export function PersistentRuleChoice({
  offers,
  disabled,
  onAdd,
  onBack,
}: {
  offers: readonly PersistentRuleOffer[];
  disabled: boolean;
  onAdd: (index: number) => void;
  onBack: () => void;
}) {
  const [chosen, setChosen] = useState(0);
  const name = useId();
  const offer = offers[chosen];
  return (
    // Key events of the buttons bubble to this wrapper.
    <div
      className="approval-persistent"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onBack();
      }}
    >
      <div role="radiogroup" aria-label={strings.persistent.heading}>
        <p className="approval-note">{strings.persistent.heading}</p>
        {offers.map(({ kind, subjects, rules }, index) => (
          <label key={rules.join('\n')}>
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              // A button of this card has opened the choice, so it may take the focus.
              autoFocus={index === 0}
              onChange={() => setChosen(index)}
            />
            <span>
              {subjects.map((subject, place) => (
                <Fragment key={subject}>
                  {place > 0 && ', '}
                  <code>
                    <VisibleText text={subject} kind="line" />
                  </code>
                </Fragment>
              ))}{' '}
              {strings.persistent.covers[kind]}
            </span>
          </label>
        ))}
      </div>
      {offer && (
        <div role="status">
          <p className="approval-note">
            {offer.kind === 'folder' || offer.kind === 'file' ? strings.persistent.here : strings.persistent.everywhere}
          </p>
          <p className="approval-note">
            {strings.persistent.rule}{' '}
            {offer.rules.map((rule) => (
              <code key={rule}>
                <VisibleText text={rule} kind="line" />
              </code>
            ))}
          </p>
        </div>
      )}
      <div className="approval-actions">
        <Button kind="primary" disabled={disabled} onClick={() => onAdd(chosen)}>
          {strings.persistent.add}
        </Button>
        <Button kind="link" onClick={onBack}>
          {strings.persistent.back}
        </Button>
      </div>
    </div>
  );
}
