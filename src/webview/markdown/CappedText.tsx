import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { strings } from '../strings.ts';

const SHOWN = 20_000;

/** A text of any length, the first part of it unless asked for more: laying out a megabyte in one line takes seconds. */
export function CappedText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  if (all || text.length <= SHOWN * 1.2) return text;
  return (
    <>
      {text.slice(0, SHOWN)}…{' '}
      <Button kind="link" onClick={() => setAll(true)}>
        {strings.markdown.showAll(text.length)}
      </Button>
    </>
  );
}
