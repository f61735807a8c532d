import { useEffect, useState } from 'react';
import { strings } from '../strings/strings.ts';
import { usePanel } from '../state/panel.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Copies a text and shows a confirmation for a moment. `text` is called only on a click. */
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
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      (error: unknown) => panel.problem.set(error instanceof Error ? error.message : String(error)),
    );
  }

  return (
    <Button kind="icon" className="quiet" label={label} title={title} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      {withText && <span className="button-text">{copied ? strings.answer.copied : label}</span>}
    </Button>
  );
}
