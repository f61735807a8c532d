import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Announcer } from './announcements/Announcer.tsx';
import { Composer } from './composer/Composer.tsx';
import { PlanStrip } from './strips/PlanStrip.tsx';
import { QueueList } from './strips/QueueList.tsx';
import { SpeculationChip } from './strips/SpeculationChip.tsx';
import { SuggestionStrip } from './strips/SuggestionStrip.tsx';
import { YoloStrip } from './strips/YoloStrip.tsx';
import { NoticeBar } from './strips/NoticeBar.tsx';
import { usePanel } from './state/panel.ts';

// Half of the panel's code is for showing answers: it is on its way at once, but the message box does not wait for it.
const transcript = import('./transcript/Transcript.tsx');
const Transcript = lazy(async () => ({ default: (await transcript).Transcript }));

/** The panel, once the host has said what it shows. */
export function App({ nonce }: { nonce: string | undefined }) {
  const { chat } = usePanel();
  const loaded = useSyncExternalStore(chat.subscribe, () => chat.get() !== null);
  return loaded ? <Chat nonce={nonce} /> : null;
}

function Chat({ nonce }: { nonce: string | undefined }) {
  return (
    <main className="panel">
      <NoticeBar />
      <Suspense fallback={<div className="transcript" />}>
        <Transcript />
      </Suspense>
      <div className="dock">
        <PlanStrip />
        <SuggestionStrip />
        <SpeculationChip />
        <YoloStrip />
        <QueueList />
        <Composer nonce={nonce} />
      </div>
      <Announcer />
    </main>
  );
}
