import { useSyncExternalStore } from 'react';
import type { Notice } from '../../shared/chatState.ts';
import type { Request } from '../../shared/protocol.ts';
import { Banner } from '../controls/Banner.tsx';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

/** The host's notice, and failures that are not part of the host's state. */
export function NoticeBar() {
  const panel = usePanel();
  const notice = useChat((chat) => chat.notice);
  const problem = useSyncExternalStore(panel.problem.subscribe, panel.problem.get);
  return (
    <div className="notices" role="status">
      {problem !== null && (
        <Banner
          severity="error"
          actions={<DismissButton label={strings.notice.dismissError} onClick={() => panel.problem.set(null)} />}
        >
          {problem}
        </Banner>
      )}
      {notice && <HostNotice notice={notice} send={panel.send} />}
    </div>
  );
}

function HostNotice({ notice, send }: { notice: Notice; send: (request: Request) => void }) {
  const { action, undo = false } = notice;
  return (
    <Banner
      severity={notice.severity}
      actions={
        <>
          {undo && (
            <Button
              kind="primary"
              label={strings.persistent.undo.label}
              onClick={() => send({ type: 'command', command: 'undo-rule' })}
            >
              {strings.persistent.undo.text}
            </Button>
          )}
          {action && (
            <Button kind={undo ? 'secondary' : 'primary'} onClick={() => send({ type: 'command', command: action })}>
              {strings.actions[action]}
            </Button>
          )}
          <DismissButton label={strings.notice.dismissNotice} onClick={() => send({ type: 'dismiss-notice' })} />
        </>
      }
    >
      {notice.message}
    </Banner>
  );
}

function DismissButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="icon" label={label} title={strings.notice.dismiss} onClick={onClick}>
      <Icon name="close" />
    </Button>
  );
}
