import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePanel } from '../panel.ts';
import { AttachmentBar } from './AttachmentBar.tsx';
import { ComposerFooter } from './ComposerFooter.tsx';
import { INITIAL_FACE } from './composerFace.ts';
import { createComposerSession, type ComposerSession } from './composerSession.ts';
import { EditingStrip } from './EditingStrip.tsx';
import { strings } from '../strings.ts';

/** The input. CodeMirror and all that it does live in the session, outside React's sight. */
export function Composer({ nonce }: { nonce: string | undefined }) {
  const panel = usePanel();
  const host = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<ComposerSession | null>(null);

  useEffect(() => {
    if (!host.current) return;
    const created = createComposerSession(host.current, nonce, panel);
    setSession(created);
    const unsubscribe = panel.onFocusComposer((text) => created.focus(text));
    // The view has the focus, but nothing in it: what is typed now is meant for the input.
    const onWindowFocus = () => {
      if (document.activeElement === document.body) created.focus();
    };
    window.addEventListener('focus', onWindowFocus);
    if (document.hasFocus()) onWindowFocus();
    return () => {
      window.removeEventListener('focus', onWindowFocus);
      unsubscribe();
      created.dispose();
    };
  }, [panel, nonce]);

  const face = useSyncExternalStore(
    session?.face.subscribe ?? subscribeToNothing,
    () => session?.face.get() ?? INITIAL_FACE,
  );
  return (
    <div className="composer">
      <EditingStrip onCancel={() => session?.cancelEdit()} />
      <div className="composer-text" ref={host} />
      {face.hint !== '' && (
        <p className="composer-hint" role="status">
          {face.hint}
        </p>
      )}
      {session && <AttachmentBar attachments={session.attachments} />}
      <ComposerFooter
        empty={face.empty}
        onSend={() => session?.submit()}
        onFiles={(files) => {
          session?.attachments.add(files);
          session?.focus();
        }}
      />
      {face.dragging && (
        <div className="drop-hint">
          <span>{strings.images.drop}</span>
          <span className="drop-key">{strings.images.dropHint}</span>
        </div>
      )}
      <div className="sr-only" role="status" aria-live="polite">
        {face.announcement}
      </div>
      <div className="sr-only" role="status" aria-live="polite">
        {face.keysAnnouncement}
      </div>
    </div>
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
