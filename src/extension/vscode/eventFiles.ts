import * as vscode from 'vscode';
import { EventFile } from '../background/eventFile.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsReader } from './settings.ts';

/**
 * Records the outcomes of suggestions or speculations in a file on the user's machine. Nothing is sent, but a user who
 * turns telemetry off, in VS Code or in Premove's setting, expects no record.
 */
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
