import { toDisplayText } from '../../shared/displayText.ts';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

const { welcome } = strings;

/**
 * An empty chat: a short introduction, and first steps. The tour's step only fills in the prompt, so that the user sees
 * what is sent.
 */
export function Welcome() {
  const panel = usePanel();
  const hasModel = useChat((chat) => chat.model !== null);
  const firstSteps = useChat((chat) => chat.firstSteps);
  const hasFolder = useChat((chat) => chat.hasFolder);
  const isTour = useChat((chat) => chat.tour !== null);
  return (
    <section className={hasModel ? 'welcome small' : 'welcome'}>
      <h1>{welcome.heading}</h1>
      <p>
        {welcome.before} <kbd className="keycap">{strings.ghost.tab}</kbd> {welcome.after}
      </p>
      {!hasFolder && !isTour && (
        <FirstStep
          icon="folder-opened"
          text={welcome.openFolder}
          hint={welcome.openFolderHint}
          onClick={() => panel.send({ type: 'command', command: 'open-folder' })}
        />
      )}
      {isTour && (
        <>
          <p>{welcome.tourIntro}</p>
          <FirstStep icon="play" text={welcome.tourStep} onClick={() => panel.focusComposer(welcome.tourPrompt)} />
        </>
      )}
      {!hasModel && (
        <>
          <FirstStep
            icon="play"
            text={welcome.tour}
            hint={welcome.tourHint}
            onClick={() => {
              panel.send({ type: 'command', command: 'use-tour' });
              // The button disappears, so the composer takes the focus.
              panel.focusComposer();
            }}
          />
          {firstSteps && firstSteps.vscodeModels > 0 && (
            <FirstStep
              icon="vscode"
              text={welcome.vscodeModels}
              hint={welcome.vscodeModelsHint(firstSteps.vscodeModels)}
              onClick={() => panel.send({ type: 'command', command: 'use-vscode-model' })}
            />
          )}
          {firstSteps?.localServers.map(({ provider, label, models }) => (
            <FirstStep
              key={provider}
              icon="server"
              text={welcome.localServer(toDisplayText(label))}
              hint={welcome.localServerHint(models)}
              onClick={() => panel.send({ type: 'use-local-server', provider })}
            />
          ))}
          <FirstStep
            icon="key"
            text={welcome.addKey}
            onClick={() => panel.send({ type: 'command', command: 'set-api-key' })}
          />
          <FirstStep
            icon="list-selection"
            text={welcome.selectModel}
            hint={welcome.selectModelHint}
            onClick={() => panel.send({ type: 'command', command: 'select-model' })}
          />
        </>
      )}
    </section>
  );
}

function FirstStep({ icon, text, hint, onClick }: { icon: string; text: string; hint?: string; onClick: () => void }) {
  return (
    <button type="button" className="choice first-step" onClick={onClick}>
      <Icon name={icon} />
      <span className="first-step-text">
        {text} {hint !== undefined && <span className="first-step-hint">{hint}</span>}
      </span>
    </button>
  );
}
