import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { strings } from '../strings/strings.ts';

interface Props {
  /** Told of every error caught, with the stack where there is one. */
  onError: (message: string) => void;
  /** Before the panel is shown anew. */
  onReload: () => void;
  children: ReactNode;
}

/** Keeps the panel from going grey: what throws while it renders leads to a calm message and a way back. */
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
        <Button kind="primary" onClick={this.reload}>
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

/** An error for the log: its stack, or whatever was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
