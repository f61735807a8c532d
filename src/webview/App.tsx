import { useSyncExternalStore } from 'react';
import { Announcer } from './Announcer.tsx';
import { Composer } from './composer/Composer.tsx';
import { PlanStrip } from './composer/PlanStrip.tsx';
import { SpeculationChip } from './composer/SpeculationChip.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { usePanel } from './panel.ts';
import { Transcript } from './transcript/Transcript.tsx';

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
      <Transcript />
      <div className="dock">
        <PlanStrip />
        <SpeculationChip />
        <Composer nonce={nonce} />
      </div>
      <Announcer />
    </main>
  );
}
