import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { strings } from '../strings/strings.ts';

interface Props {
  onError: (message: string) => void;
  onReload: () => void;
  children: ReactNode;
}

/** If rendering throws, shows a message and a reload button instead of an empty panel. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError(`${describeError(error)}\n${info.componentStack ?? ''}`);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <section className="crash" role="alert">
        <h1>{strings.crash.heading}</h1>
        <p>{strings.crash.text}</p>
        <Button kind="link" onClick={this.reload}>
          {strings.crash.reload}
        </Button>
      </section>
    );
  }

  private readonly reload = (): void => {
    this.props.onReload();
    this.setState({ failed: false });
  };
}

export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
