import * as vscode from 'vscode';
import { EventFile } from '../background/eventFile.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsReader } from './settings.ts';

/** Creates a local file for the outcomes of suggestions or speculations. The file is never sent. */
export function createOutcomeFile(
  kind: 'suggestions' | 'speculations',
  files: FileStore,
  settings: SettingsReader,
  clock: Clock,
  log: Log,
): EventFile {
  return new EventFile({
    files,
    clock,
    log,
    name: `telemetry/${kind}`,
    isWanted: () => vscode.env.isTelemetryEnabled && settings.current.recordsTelemetry,
  });
}
