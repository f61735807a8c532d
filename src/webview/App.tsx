import { useSyncExternalStore } from 'react';
import { Announcer } from './Announcer.tsx';
import { Composer } from './composer/Composer.tsx';
import { SpeculationChip } from './composer/SpeculationChip.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { useChat, usePanel } from './panel.ts';
import { Transcript } from './transcript/Transcript.tsx';
import { Welcome } from './Welcome.tsx';

/** The panel, once the host has said what it shows. */
export function App({ nonce }: { nonce: string | undefined }) {
  const { chat } = usePanel();
  const loaded = useSyncExternalStore(chat.subscribe, () => chat.get() !== null);
  return loaded ? <Chat nonce={nonce} /> : null;
}

function Chat({ nonce }: { nonce: string | undefined }) {
  const empty = useChat((chat) => chat.items.length === 0);
  return (
    <main className="panel">
      <NoticeBar />
      {empty && <Welcome />}
      <Transcript hidden={empty} />
      <div className="dock">
        <SpeculationChip />
        <Composer nonce={nonce} />
      </div>
      <Announcer />
    </main>
  );
}
