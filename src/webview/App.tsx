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

// More than half of the panel's code shows answers. It runs after the first frame, which holds the message box.
const Transcript = lazy(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const [{ Transcript }] = await Promise.all([import('./transcript/Transcript.tsx'), import('./controls/toolkit.ts')]);
  return { default: Transcript };
});

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
