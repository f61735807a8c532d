import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';

export interface DailyCostOptions {
  readonly files: Pick<FileStore, 'append' | 'read' | 'list' | 'delete'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Names the counted requests, and the unit if it is not US dollars. File names begin with this text. */
  readonly kind: string;
}

const FOLDER = 'spending';
const DAY = 24 * 60 * 60 * 1_000;

/** What the requests of one kind have cost today, in US dollars or tokens, over all windows. Each day has one file. */
export class DailyCost {
  private readonly options: DailyCostOptions;
  private lastSwept = '';
  /** Amounts that could not be written, by file name. They still count in this window. */
  private readonly unwritten = new Map<string, number>();

  constructor(options: DailyCostOptions) {
    this.options = options;
  }

  /** `amount` is in US dollars, or in tokens if `kind` says so. Never rejects. */
  async add(amount: number): Promise<void> {
    if (!(amount > 0)) return;
    const { files, log } = this.options;
    const name = this.fileOf(toDay(this.options.clock.now()));
    try {
      await files.append(name, `${amount}\n`);
    } catch (error) {
      this.unwritten.set(name, (this.unwritten.get(name) ?? 0) + amount);
      log.error('The cost of a request could not be written', error);
    }
    await this.sweep(name);
  }

  /** In the unit of `add`. Rejects if the file cannot be read, so that a reached limit is never overlooked. */
  async spent(): Promise<number> {
    const name = this.fileOf(toDay(this.options.clock.now()));
    const text = (await this.options.files.read(name)) ?? '';
    const known = text.split('\n').map(Number);
    return known.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, this.unwritten.get(name) ?? 0);
  }

  private fileOf(day: string): string {
    return `${FOLDER}/${this.options.kind}-${day}.txt`;
  }

  /** Deletes older files once a day. Keeps yesterday's file, because another window may still use it at midnight. */
  private async sweep(today: string): Promise<void> {
    if (this.lastSwept === today) return;
    this.lastSwept = today;
    const { files, kind, clock, log } = this.options;
    const yesterday = this.fileOf(toDay(clock.now() - DAY));
    try {
      for (const file of await files.list(FOLDER)) {
        const name = `${FOLDER}/${file}`;
        if (file.startsWith(`${kind}-`) && name < yesterday) await files.delete(name);
      }
    } catch (error) {
      log.error('Cost files of earlier days could not be deleted', error);
    }
  }
}

/** The date in the time zone of this machine. */
function toDay(time: number): string {
  const date = new Date(time);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
