import { useState } from 'react';
import type { TextKind } from '../../shared/displayText.ts';
import { Button } from '../controls/Button.tsx';
import { strings } from '../strings/strings.ts';
import { VisibleText } from './VisibleText.tsx';

/** Characters shown of a text that is cut off. */
const SHOWN = 20_000;
/** Only a text longer than `SHOWN` times this factor is cut off. */
const TOLERANCE = 1.2;

/** Cuts off a long text until the user asks for all of it, because laying out a 1 MB line takes seconds. */
export function CappedText({ text, kind }: { text: string; kind: TextKind }) {
  const [all, setAll] = useState(false);
  if (all || text.length <= SHOWN * TOLERANCE) return <VisibleText text={text} kind={kind} />;
  return (
    <>
      <VisibleText text={text.slice(0, SHOWN)} kind={kind} />…{' '}
      <Button kind="link" onClick={() => setAll(true)}>
        {strings.markdown.showAll(text.length)}
      </Button>
    </>
  );
}
