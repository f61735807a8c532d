/** Identifies this window's process, and checks whether other processes are alive. */
export interface WindowProcess {
  readonly pid: number;
  /** Machines and containers may share a folder, so `pid` alone is ambiguous. */
  readonly host: string;
  isAlive(pid: number): boolean;
}
