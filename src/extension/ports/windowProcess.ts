/** Identifies this window's process, and checks whether other processes are alive. */
export interface WindowProcess {
  readonly pid: number;
  /** The machine that `pid` belongs to. Needed because machines and containers may share a folder. */
  readonly host: string;
  /** Whether a process of this machine is alive. */
  isAlive(pid: number): boolean;
}
