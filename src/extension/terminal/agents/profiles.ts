import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { AgentProfile } from './layout.ts';
import { opencode } from './opencode.ts';

/** The borders of OpenCode and Claude Code are more distinctive than Codex's prompt. */
export const PROFILES: readonly AgentProfile[] = [opencode, claude, codex];
