import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { KeptOutput, KeptText } from '../ports/keptOutput.ts';
import type { Log } from '../ports/log.ts';
import { codeOf } from './durableWrite.ts';

/** Maximum bytes of one output, so that a command that never stops writing does not fill the disk. */
const MAX_FILE = 200 * 1024 * 1024;
/** Maximum bytes of all outputs. Checked once, before the window's first output is created. */
const MAX_FOLDER = 1024 * 1024 * 1024;
/** The maximum age of an output in milliseconds. A chat may refer to an output for some days. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Stores the output of tools and of the user's commands as files in one of the extension's folders. */
export class KeptOutputFolder implements KeptOutput {
  readonly folder: string;
  private readonly log: Log;
  private swept: Promise<void> | undefined;

  constructor(folder: string, log: Log) {
    this.folder = folder;
    this.log = log;
  }

  /** Creates the file for one output; undefined if the folder cannot be created. The error is then logged. */
  async create(): Promise<KeptText | undefined> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      this.log.error('The folder for the output of tools and commands could not be created', error);
      return undefined;
    }
    this.swept ??= this.sweep().catch((error: unknown) => this.log.error('Old output could not be listed', error));
    await this.swept;
    const path = join(this.folder, `${randomUUID()}.log`);
    return new FileText(path, createWriteStream(path, { flags: 'wx', mode: 0o600 }), this.log);
  }

  /** Removes old files, and then the oldest ones if the rest is too large together. */
  private async sweep(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.log'));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        const info = await stat(path).catch(this.skip('The size and age of old output could not be read'));
        return info ? [{ path, size: info.size, mtimeMs: info.mtimeMs }] : [];
      }),
    );
    let room = MAX_FOLDER;
    for (const { path, size, mtimeMs } of files.flat().sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      room -= size;
      if (room < 0 || Date.now() - mtimeMs > MAX_AGE)
        await unlink(path).catch(this.skip('Old output could not be removed'));
    }
  }

  /** Returns a handler that logs the failure for one file, unless another window has removed the file meanwhile. */
  private skip(message: string): (error: unknown) => undefined {
    return (error) => {
      if (codeOf(error) !== 'ENOENT') this.log.error(message, error);
    };
  }
}

class FileText implements KeptText {
  readonly path: string;
  isWhole = true;
  private readonly stream: WriteStream;
  private readonly log: Log;
  private size = 0;

  constructor(path: string, stream: WriteStream, log: Log) {
    this.path = path;
    this.stream = stream;
    this.log = log;
    stream.on('error', (error) => {
      this.isWhole = false;
      log.error('The output of a tool or command could not be stored', error);
    });
  }

  write(text: string): Promise<void> | undefined {
    this.size += Buffer.byteLength(text);
    if (this.size > MAX_FILE) this.isWhole = false;
    if (!this.isWhole || this.stream.write(text)) return undefined;
    return new Promise((resolve) => {
      const done = (): void => {
        this.stream.off('drain', done).off('close', done);
        resolve();
      };
      this.stream.on('drain', done).on('close', done);
    });
  }

  async close(): Promise<void> {
    this.stream.end();
    // The `error` listener of the stream has already logged the failure.
    await finished(this.stream).catch(() => {});
  }

  async delete(): Promise<void> {
    this.isWhole = false;
    this.stream.destroy();
    await finished(this.stream).catch(() => {});
    try {
      await rm(this.path, { force: true });
    } catch (error) {
      this.log.error('The output of a tool or command could not be deleted', error);
    }
  }
}
