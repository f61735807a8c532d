import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Announcer } from './announcements/Announcer.tsx';
import { Composer } from './composer/Composer.tsx';
import { NoteCard } from './strips/NoteCard.tsx';
import { RestoreCard } from './strips/RestoreCard.tsx';
import { RestoredStrip } from './strips/RestoredStrip.tsx';
import { StepsStrip } from './strips/StepsStrip.tsx';
import { QueueList } from './strips/QueueList.tsx';
import { SpeculationBars } from './strips/SpeculationBar.tsx';
import { TerminalCards } from './strips/TerminalCards.tsx';
import { SuggestionStrip } from './strips/SuggestionStrip.tsx';
import { YoloStrip } from './strips/YoloStrip.tsx';
import { NoticeBar } from './strips/NoticeBar.tsx';
import { usePanel } from './state/panel.ts';

// Loaded separately, because more than half of the code renders answers. Requested at once, so that the code loads
// while the rest of the panel starts.
const transcriptModules = Promise.all([import('./transcript/Transcript.tsx'), import('./controls/toolkit.ts')]);
const Transcript = lazy(async () => ({ default: (await transcriptModules)[0].Transcript }));

/** The panel. Only the input works before the host's first snapshot. */
export function App({ nonce }: { nonce: string | undefined }) {
  const { chat } = usePanel();
  const loaded = useSyncExternalStore(chat.subscribe, () => chat.get() !== null);
  const emptyTranscript = <div className="transcript" />;
  return (
    <main className="panel">
      {loaded && <NoticeBar />}
      <Suspense fallback={emptyTranscript}>{loaded ? <Transcript /> : emptyTranscript}</Suspense>
      <div className="dock">
        {loaded && <Strips />}
        <Composer nonce={nonce} loaded={loaded} />
      </div>
      {loaded && <Announcer />}
    </main>
  );
}

function Strips() {
  return (
    <>
      <TerminalCards />
      <NoteCard />
      <RestoreCard />
      <RestoredStrip />
      <StepsStrip />
      <SuggestionStrip />
      <SpeculationBars />
      <YoloStrip />
      <QueueList />
    </>
  );
}
