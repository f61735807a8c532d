import type { KeptOutput, KeptText } from '../ports/keptOutput.ts';

/** The output files of one speculation's tools, deleted with it unless it is applied. */
export class OwnOutput implements KeptOutput {
  private readonly folder: KeptOutput;
  private readonly files = new Set<KeptText>();
  private isDeleted = false;

  constructor(folder: KeptOutput) {
    this.folder = folder;
  }

  async create(): Promise<KeptText | undefined> {
    if (this.isDeleted) return undefined;
    const file = await this.folder.create();
    if (!file) return undefined;
    this.files.add(file);
    // A tool that ignores the signal may create its file after the speculation was aborted.
    if (this.isDeleted) await this.delete();
    return file;
  }

  /** Keeps the files. Call when the results become part of the conversation, because they name the files. */
  handOver(): void {
    this.files.clear();
  }

  /**
   * Deletes the files that have not become part of the conversation. Afterwards, `create` returns undefined. Never
   * rejects.
   */
  async delete(): Promise<void> {
    this.isDeleted = true;
    const files = [...this.files];
    this.files.clear();
    await Promise.all(files.map((file) => file.delete()));
  }
}
