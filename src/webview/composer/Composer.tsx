import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useChat, usePanel } from '../state/panel.ts';
import { Button } from '../controls/Button.tsx';
import { CardKeysHint } from './CardKeysHint.tsx';
import { AttachmentBar } from './AttachmentBar.tsx';
import { ComposerFooter } from './footer/ComposerFooter.tsx';
import { INITIAL_UI, type ComposerUi } from './composerUi.ts';
import { createComposerSession, type ComposerSession } from './composerSession.ts';
import { escEndsVimMode } from './composerWords.ts';
import { EditingStrip } from './EditingStrip.tsx';
import { GhostMenu } from './GhostMenu.tsx';
import { strings } from '../strings/strings.ts';

/** The input. `ComposerSession` has the CodeMirror editor and the keys, outside React. */
export function Composer({ nonce, loaded }: { nonce: string | undefined; loaded: boolean }) {
  const panel = usePanel();
  const editorParent = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<ComposerSession | null>(null);

  useLayoutEffect(() => {
    if (!editorParent.current) return;
    const created = createComposerSession(editorParent.current, nonce, panel);
    setSession(created);
    const unsubscribe = panel.onFocusComposer((text) => created.focus(text));
    // If the view has the focus but none of its elements does, typed text is meant for the input.
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

  const hint = useUi(session, (ui) => ui.hint);
  const needsKey = useUi(session, (ui) => ui.needsKey);
  const completing = useUi(session, (ui) => ui.completing);
  const empty = useUi(session, (ui) => ui.empty);
  const translating = useUi(session, (ui) => ui.translating);
  const dragging = useUi(session, (ui) => ui.dragging);
  const ghostMenu = useUi(session, (ui) => ui.ghostMenu);
  const vimMode = useUi(session, (ui) => ui.vimMode);
  const shell = useUi(session, (ui) => ui.shell);
  return (
    <div className={shell ? 'composer shell' : 'composer'}>
      {loaded && <EditingStrip onCancel={() => session?.cancelEdit()} />}
      <div className="composer-text" ref={editorParent} />
      {vimMode !== null && (
        <p className="vim-mode" role="status">
          {strings.composer.vimMode(vimMode)}
        </p>
      )}
      {shell && (
        <p className="shell-hint">
          {loaded ? <ShellPlace /> : <span>{strings.shell.where}</span>}
          <span>{strings.shell.leave(escEndsVimMode(vimMode))}</span>
        </p>
      )}
      {ghostMenu && createPortal(<GhostMenu />, ghostMenu)}
      {hint !== '' && (
        <p className="composer-hint" role="status">
          {hint}
          {needsKey && (
            <Button
              kind="link"
              onClick={() => {
                panel.send({ type: 'command', command: 'set-writing-key' });
                session?.ui.set({ ...session.ui.get(), hint: '', needsKey: false });
              }}
            >
              {strings.actions['set-api-key']}
            </Button>
          )}
        </p>
      )}
      {loaded && <CardKeysHint />}
      {session && loaded && <AttachmentBar attachments={session.attachments} />}
      {loaded ? (
        <ComposerFooter
          empty={empty}
          shell={shell}
          completing={completing}
          onSend={() => session?.submit()}
          onComplete={() => session?.complete()}
          translating={translating}
          onTranslate={() => session?.translate()}
          onPromptFile={() => session?.choosePromptFile()}
          onAttach={(what) => session?.attach(what)}
          onFiles={(files) => {
            session?.addFiles(files);
            session?.focus();
          }}
        />
      ) : (
        <div className="composer-footer" />
      )}
      {dragging && (
        <div className="drop-hint">
          <span>{shell ? strings.shell.noFiles : strings.images.drop}</span>
          {!shell && <span className="drop-key">{strings.images.dropHint}</span>}
        </div>
      )}
      <Announcements session={session} />
    </div>
  );
}

function ShellPlace() {
  const isTrusted = useChat((chat) => chat.isTrusted);
  const panel = usePanel();
  if (isTrusted) return <span>{strings.shell.where}</span>;
  return (
    <span>
      {strings.shell.untrusted}{' '}
      <Button kind="link" onClick={() => panel.send({ type: 'command', command: 'manage-trust' })}>
        {strings.actions['manage-trust']}
      </Button>
    </span>
  );
}

/** A component of its own, so that a new suggestion renders only the announcements again. */
function Announcements({ session }: { session: ComposerSession | null }) {
  const announcement = useUi(session, (ui) => ui.announcement);
  const keysAnnouncement = useUi(session, (ui) => ui.keysAnnouncement);
  return (
    <>
      <div className="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
      <div className="sr-only" role="status" aria-live="polite">
        {keysAnnouncement}
      </div>
    </>
  );
}

/** Renders again only if the selected part of the UI state changes. */
function useUi<T>(session: ComposerSession | null, select: (ui: ComposerUi) => T): T {
  return useSyncExternalStore(session?.ui.subscribe ?? subscribeToNothing, () =>
    select(session?.ui.get() ?? INITIAL_UI),
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
