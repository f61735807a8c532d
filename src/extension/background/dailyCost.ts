import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';

export interface DailyCostOptions {
  readonly files: Pick<FileStore, 'append' | 'read' | 'list' | 'delete'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** What is counted, and in which unit: the beginning of the files' names. */
  readonly kind: string;
}

const FOLDER = 'spending';
const DAY = 24 * 60 * 60 * 1_000;

/**
 * The sum of what one kind of requests has taken today, by the user's calendar: of all windows together, and still known
 * after a reload. One file per day, one line per request; the files of earlier days are deleted.
 */
export class DailyCost {
  private readonly options: DailyCostOptions;
  private swept = '';
  /** What could not be written still counts in this window. */
  private readonly unwritten = new Map<string, number>();

  constructor(options: DailyCostOptions) {
    this.options = options;
  }

  /** `amount` is in US dollars, or in tokens if `kind` says so. Never rejects: what cannot be written is logged. */
  async add(amount: number): Promise<void> {
    if (!(amount > 0)) return;
    const { files, log } = this.options;
    const name = this.fileOf(toDay(this.options.clock.now()));
    try {
      await files.append(name, `${amount}\n`);
    } catch (error) {
      this.unwritten.set(name, (this.unwritten.get(name) ?? 0) + amount);
      log.error('What was spent could not be noted', error);
    }
    await this.sweep(name);
  }

  /** In the unit of `add`. Rejects if it cannot be read, because a limit must not be taken for kept then. */
  async spent(): Promise<number> {
    const name = this.fileOf(toDay(this.options.clock.now()));
    const text = (await this.options.files.read(name)) ?? '';
    const known = text.split('\n').map(Number);
    return known.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, this.unwritten.get(name) ?? 0);
  }

  private fileOf(day: string): string {
    return `${FOLDER}/${this.options.kind}-${day}.txt`;
  }

  /** Once a day. A window that is just past midnight leaves yesterday's file to one that is not. */
  private async sweep(today: string): Promise<void> {
    if (this.swept === today) return;
    this.swept = today;
    const { files, kind, clock, log } = this.options;
    const yesterday = this.fileOf(toDay(clock.now() - DAY));
    try {
      for (const file of await files.list(FOLDER)) {
        const name = `${FOLDER}/${file}`;
        if (file.startsWith(`${kind}-`) && name < yesterday) await files.delete(name);
      }
    } catch (error) {
      log.error('Notes of what earlier days have cost could not be cleared away', error);
    }
  }
}

/** By the calendar of this machine. */
function toDay(time: number): string {
  const date = new Date(time);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
