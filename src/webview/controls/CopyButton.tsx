import { useEffect, useState } from 'react';
import { strings } from '../strings/strings.ts';
import { usePanel } from '../state/panel.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** `text` is called only on a click. */
export function CopyButton({
  text,
  label,
  title = label,
  withText = false,
}: {
  text: () => string;
  label: string;
  title?: string;
  withText?: boolean;
}) {
  const panel = usePanel();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  function copy(): void {
    copyText(text(), panel.problem.set, () => setCopied(true));
  }

  return (
    <Button kind="icon" className="quiet" label={label} title={title} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      {withText && <span className="button-text">{copied ? strings.answer.copied : label}</span>}
    </Button>
  );
}

export function copyText(text: string, onFailure: (message: string) => void, onDone?: () => void): void {
  navigator.clipboard.writeText(text).then(onDone, (error: unknown) => {
    onFailure(error instanceof Error ? error.message : String(error));
  });
}
