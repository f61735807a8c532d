import { useState } from 'react';
import type { CitationView } from '../../../shared/transcriptItem.ts';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';
import { toSources } from './sources.ts';

const SHOWN = 5;

/** A page chooses its own title, so each title is shown with the page's host. */
export function Sources({ citations }: { citations: readonly CitationView[] }) {
  const [all, setAll] = useState(false);
  const sources = toSources(citations);
  if (sources.length === 0) return null;
  const shown = all ? sources : sources.slice(0, SHOWN);
  return (
    <section className="sources" aria-label={strings.answer.sources}>
      <h2>{strings.answer.sources}</h2>
      <ol>
        {shown.map(({ url, title, host }, index) => (
          <li key={index}>
            <a href={url} title={url} rel="noreferrer">
              <VisibleText text={title} kind="line" />
            </a>
            {host !== '' && <span className="source-host">{host}</span>}
          </li>
        ))}
      </ol>
      {shown.length < sources.length && (
        <Button kind="link" className="quiet" onClick={() => setAll(true)}>
          {strings.answer.allSources(sources.length)}
        </Button>
      )}
    </section>
  );
}
