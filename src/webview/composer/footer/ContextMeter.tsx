import { useCallback, useEffect, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { contextUsageSchema, type ContextUsage } from '../../../shared/contextUsage.ts';
import { Button } from '../../controls/Button.tsx';
import { placePopover } from '../../controls/placePopover.ts';
import { useMenu } from '../../controls/useMenu.ts';
import { useChat, usePanel } from '../../state/panel.ts';
import { useContextFill } from './useContextFill.ts';
import { useNow } from '../../state/useNow.ts';
import { formatCount, formatShare } from '../../strings/quantities.ts';
import { strings } from '../../strings/strings.ts';

const words = strings.contextMeter;
const menuWords = strings.composerMenu;

/** Shows how full the model's context window is, and opens a card with details. */
export function ContextMeter() {
  const panel = usePanel();
  const isTour = useChat((chat) => chat.tour !== null);
  const fill = useContextFill();
  /** True if a command opened the card. Then `close` focuses the composer instead of the button. */
  const [isFromCommand, setFromCommand] = useState(false);
  const { open, show, close, anchor, button, menu, onKeyDown, buttonProps, menuProps } = useMenu<HTMLSpanElement>(
    isFromCommand ? () => panel.focusComposer() : undefined,
    { staysInResize: true },
  );

  const place = useCallback(() => {
    if (menu.current && button.current) placePopover(menu.current, button.current);
  }, [menu, button]);

  useEffect(
    () =>
      panel.onOpenContext(() => {
        setFromCommand(true);
        show();
      }),
    [panel, show],
  );

  useLayoutEffect(() => {
    if (!open) return;
    menu.current?.showPopover();
    place();
    menu.current?.focus();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [open, menu, place]);

  /** From the card itself, Tab goes to the card's enabled button, or closes the card. */
  function onKey(event: KeyboardEvent): void {
    const isInward = event.key === 'Tab' && !event.shiftKey && event.target === menu.current;
    if (isInward && menu.current?.querySelector('button:enabled')) return;
    onKeyDown(event);
  }

  if (isTour || !fill) return null;
  const share = toShare(fill);
  return (
    <span className="action-menu context-meter" ref={anchor} onKeyDown={onKey}>
      <button
        ref={button}
        className="picker"
        title={words.title(share)}
        aria-label={words.name(share)}
        {...buttonProps}
        onClick={() => {
          setFromCommand(false);
          buttonProps.onClick();
        }}
        aria-haspopup="dialog"
      >
        {fill.window === null ? formatCount(fill.used) : share}
      </button>
      {open && (
        <div
          className="menu popover-menu context-card"
          ref={menu}
          popover="manual"
          {...menuProps}
          role="dialog"
          aria-label={words.heading}
          tabIndex={-1}
        >
          <ContextCard onChange={place} onClose={close} />
        </div>
      )}
    </span>
  );
}

/** "31%", or "94k tokens" if the window is unknown. */
export function toShare({ used, window }: Pick<ContextUsage, 'used' | 'window'>): string {
  return window === null ? words.tokens(used) : formatShare(used, window);
}

type Loaded = ContextUsage | 'failed' | 'loading';

function ContextCard({ onChange, onClose }: { onChange: () => void; onClose: () => void }) {
  const panel = usePanel();
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const now = useNow(10_000);
  const conversationId = useChat((chat) => chat.conversationId);
  const isIdle = useChat((chat) => chat.status === 'idle');

  useEffect(() => {
    let isCurrent = true;
    panel.request({ type: 'read-context' }).then(
      (result) => {
        const parsed = contextUsageSchema.safeParse(result);
        if (isCurrent) setLoaded(parsed.success ? parsed.data : 'failed');
      },
      () => isCurrent && setLoaded('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [panel]);
  // The card is above its button, so it must be placed again when its height changes.
  useLayoutEffect(onChange, [loaded, onChange]);

  if (loaded === 'loading') return <p>{words.loading}</p>;
  if (loaded === 'failed') return <p>{words.failed}</p>;
  const { used, window, parts, compressesAt, automaticCompression, cache } = loaded;
  const rows = [
    { kind: 'system', tokens: parts.system },
    { kind: 'tools', tokens: parts.tools },
    { kind: 'files', tokens: parts.files },
    { kind: 'conversation', tokens: parts.conversation },
  ] as const;
  const whole = window ?? Math.max(used, compressesAt);
  return (
    <>
      <h2>{words.full(toShare(loaded), window)}</h2>
      <div className="context-bar" role="presentation">
        {rows.map(({ kind, tokens }) => (
          <span key={kind} className={`context-${kind}`} style={{ width: `${(100 * tokens) / whole}%` }} />
        ))}
      </div>
      <dl>
        {rows.map(({ kind, tokens }) => (
          <div key={kind}>
            <dt>
              <span className={`context-swatch context-${kind}`} aria-hidden="true" />
              {words.parts[kind]}
            </dt>
            <dd>{formatCount(tokens)}</dd>
          </div>
        ))}
      </dl>
      <p>
        {automaticCompression === 'on'
          ? words.compressesAt(window === null ? words.tokens(compressesAt) : formatShare(compressesAt, window))
          : words.notCompressed[automaticCompression]}
      </p>
      {cache && <p>{cache.expiresAt > now ? words.cached(cache.expiresAt - now) : words.expired(cache.extraCost)}</p>}
      <Button
        kind="link"
        disabled={!isIdle}
        title={isIdle ? menuWords.compressTitle : menuWords.notWhileAnswering}
        onClick={() => {
          onClose();
          panel.send({ type: 'compress', conversationId });
        }}
      >
        {words.compress}
      </Button>
    </>
  );
}
