import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { AgentProfile } from './layout.ts';
import { opencode } from './opencode.ts';

/** The first match is used. Codex is last, because the mark of its input line is the least distinctive. */
export const PROFILES: readonly AgentProfile[] = [opencode, claude, codex];
