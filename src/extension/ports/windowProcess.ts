/** The process that this window runs in, and whether others still do. */
export interface WindowProcess {
  readonly pid: number;
  /** The machine that `pid` counts on: folders are shared between machines and containers. */
  readonly host: string;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
}
