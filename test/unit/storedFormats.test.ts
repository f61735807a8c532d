import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../src/extension/approval/approval.ts';
import { parsePermissions } from '../../src/extension/approval/rules/permissionRules.ts';
import { Emitter } from '../../src/extension/base/emitter.ts';
import { DraftFile } from '../../src/extension/chat/composer/draftFile.ts';
import { InputHistory } from '../../src/extension/chat/composer/inputHistory.ts';
import { QueueFile } from '../../src/extension/chat/composer/queueFile.ts';
import { openConversation } from '../../src/extension/chat/conversation/openConversation.ts';
import { toTranscript } from '../../src/extension/chat/view/transcript.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import { HabitStore } from '../../src/extension/suggest/habit.ts';
import { MutedChats } from '../../src/extension/suggest/mutedChats.ts';
import { PreparedEditsOffer } from '../../src/extension/suggest/preparedEditsOffer.ts';
import { SuggestionFile } from '../../src/extension/suggest/suggestionFile.ts';
import type { ToolKind } from '../../src/extension/tools/tool.ts';
import * as keys from '../../src/extension/vscode/contributions.ts';
import { createPanelMemory } from '../../src/webview/state/panelMemory.ts';
import { createMemento } from '../support/memento.ts';
import { createStorage } from '../support/conversationStorage.ts';
import { createManualClock } from '../support/manualClock.ts';
import { createMemoryFileStore } from '../support/memoryFileStore.ts';
import { EDIT_TOOLS, productRegistry, toolOf } from '../support/productTools.ts';

/**
 * Earlier versions have stored the texts below, and users have written the words of the rules. Never adapt them to a
 * rename: if a test fails here, an update of the extension loses data or rules.
 */
const IMAGE = '{"id":"i1","name":"cat.png","thumbnail":"data:,","mimeType":"image/png","data":"AAAA"}';

const DRAFT =
  '{"text":"see @src/a.ts now","folds":[{"from":4,"to":13,"mention":"file.x"}],"attachments":[],' +
  '"editing":{"itemId":"p1","putBy":{"text":"unsent words","folds":[{"from":0,"to":6}],"attachments":["i1"]}}}';

const QUEUE =
  '{"prompts":[{"id":"q1","text":"see @src/a.ts and words","attachments":["i1"],' +
  '"mentions":[{"id":"file.x","from":4,"to":13}],"folds":[{"from":18,"to":23}],' +
  '"prepared":{"allowed":["src/a.ts"],"frozen":{"selection":"const a = 1;"}},"steers":true}]}';

const CONVERSATION = [
  '{"type":"premove-conversation","version":1}',
  '{"type":"prompt","id":"p1","parent":null,"at":1,"parts":[{"type":"text","text":"see @src/a.ts now"}],' +
    '"context":[{"kind":"file","text":"const a = 1;"}],"folds":[{"from":4,"to":13,"mention":"file.x"}]}',
  '{"type":"answer","id":"a1","parent":"p1","at":2,"modelId":"acme/large","promptId":"p1"}',
  '{"type":"progress","id":"a1","text":"Half"}',
  '{"type":"answered","id":"a1","outcome":"stopped","stopReason":"done",' +
    '"message":{"role":"assistant","parts":[{"type":"text","text":"Read."},' +
    '{"type":"tool-call","id":"c1","name":"mcp_jira_list","input":{"project":"X"}}]},' +
    '"usage":{"input":10,"cacheRead":2,"cacheWrite":0,"output":3},"cost":0.01,"context":{"used":15,"window":200000}}',
  '{"type":"result","id":"a1","result":{"type":"tool-result","callId":"c1","name":"mcp_jira_list",' +
    '"content":[{"type":"text","text":"None."}]},' +
    '"view":{"status":"success","detail":"{}","summary":"1 line","added":0,"removed":0,"files":[],"diff":""}}',
  '{"type":"answer","id":"a2","parent":"a1","at":3,"modelId":"acme/large","promptId":"p1"}',
  '{"type":"answered","id":"a2","outcome":"stopped","stopReason":"done",' +
    '"message":{"role":"assistant","parts":[{"type":"text","text":"Nothing to do."}]},"usage":null}',
  '{"type":"background","id":"a2","promptId":"prompt_suggestion",' +
    '"usage":{"input":1,"cacheRead":9,"cacheWrite":0,"output":1},"cost":null}',
  '{"type":"written-title","promptId":"p1","title":"Jira"}',
  '{"type":"editor-context","shared":false}',
  '',
].join('\n');

const AGENT_CHAT = [
  '{"type":"premove-conversation","version":1}',
  '{"type":"prompt","id":"p1","parent":null,"at":1,"parts":[{"type":"text","text":"where?"}]}',
  '{"type":"answer","id":"a1","parent":"p1","at":2,"modelId":"acme/large","promptId":"p1"}',
  '{"type":"answered","id":"a1","outcome":"stopped","stopReason":"tools","message":{"role":"assistant","parts":' +
    '[{"type":"tool-call","id":"c1","name":"agent","input":{"agent":"explore","task":"Find it."}}]},"usage":null}',
  '{"type":"result","id":"a1","result":{"type":"tool-result","callId":"c1","name":"agent",' +
    '"content":[{"type":"text","text":"The agent explore reports."}]},"view":{"status":"success",' +
    '"detail":"explore: Find it.","summary":"1 call","added":0,"removed":0,"files":[],"diff":"","userText":"Here.",' +
    '"agent":{"model":"small","count":1,"note":"Well.","calls":[{"name":"read_file","detail":"a.ts","status":"success",' +
    '"summary":"1 line","added":0,"removed":0,"files":[]}]}}}',
  '{"type":"background","id":"a1","promptId":"agent","usage":null,"cost":0.5}',
  '',
].join('\n');

const INTERRUPTED_AGENT = [
  ...AGENT_CHAT.split('\n').slice(0, 4),
  '{"type":"unfinished","id":"a1","callId":"c1","hasBegun":true}',
  '',
].join('\n');

const WEBVIEW_STATE: unknown = JSON.parse(
  '{"conversationId":"c","draft":"see @src/a.ts now","folds":[{"from":4,"to":13,"mention":"file.x"}],"draftRevision":3,' +
    '"olderDrafts":["see"],"scroll":{"itemId":"p1","offset":12},"answer":{"callId":"c1","text":"Yes"},"hiddenPlan":"c2",' +
    '"heardEnter":["fill"],"cardTexts":[{"key":"deny:c1","text":"Ask Ada"}]}',
);

describe('data that an earlier version has stored', () => {
  test('a draft opens with its chips, and with the input that an edit has stashed', async () => {
    const files = createMemoryFileStore({ 'drafts/c.json': DRAFT, 'drafts/c.i1.image.json': IMAGE });
    expect(await new DraftFile(files, createManualClock(), silentLog).load('c')).toEqual({
      text: 'see @src/a.ts now',
      folds: [{ from: 4, to: 13, mention: 'file.x' }],
      attachments: [],
      editing: {
        itemId: 'p1',
        stashed: { text: 'unsent words', folds: [{ from: 0, to: 6 }], attachments: [JSON.parse(IMAGE)] },
      },
    });
  });

  test('a draft is saved in the same form, so that the earlier version can open it too', async () => {
    const files = createMemoryFileStore({ 'drafts/c.json': DRAFT, 'drafts/c.i1.image.json': IMAGE });
    const drafts = new DraftFile(files, createManualClock(), silentLog);
    drafts.save('c', { ...(await drafts.load('c')), text: 'see @src/a.ts then' });
    await drafts.flush();
    expect(JSON.parse(files.files.get('drafts/c.json') ?? '')).toEqual({
      ...(JSON.parse(DRAFT) as object),
      text: 'see @src/a.ts then',
    });
  });

  test('the chip of an agent’s screen keeps the agent’s name', async () => {
    const files = createMemoryFileStore({});
    const drafts = new DraftFile(files, createManualClock(), silentLog);
    const folds = [{ from: 0, to: 6, screenOf: 'Codex' }];
    drafts.save('c', { text: '› Done', folds, attachments: [], editing: null });
    await drafts.flush();
    expect(await new DraftFile(files, createManualClock(), silentLog).load('c')).toMatchObject({ folds });
    const chat = CONVERSATION.replace('"mention":"file.x"}]', '"screenOf":"Codex"}]');
    const storage = createStorage(createMemoryFileStore({ 'conversations/c.jsonl': chat }), createManualClock());
    const result = await openConversation(storage, 'c', () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    const [prompt] = toTranscript(result.opened.conversation.path(), result.opened.conversation);
    expect(prompt).toMatchObject({ folds: [{ from: 4, to: 13, screenOf: 'Codex' }] });
  });

  test('a queue opens with its chips and images', async () => {
    const files = createMemoryFileStore({ 'queues/c.json': QUEUE, 'queues/c.i1.image.json': IMAGE });
    const { prompts, unreadableFile } = await new QueueFile(files, silentLog).read('c');
    expect(unreadableFile).toBeNull();
    expect(prompts).toMatchObject([
      {
        id: 'q1',
        mentions: [{ id: 'file.x', from: 4, to: 13 }],
        folds: [{ from: 18, to: 23 }],
        attachments: [JSON.parse(IMAGE)],
        steers: true,
      },
    ]);
  });

  test('a chat opens with its chips, its calls of external tools and its title', async () => {
    const files = createMemoryFileStore({ 'conversations/c.jsonl': CONVERSATION });
    const result = await openConversation(createStorage(files, createManualClock()), 'c', () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    const { conversation, warning } = result.opened;
    expect(warning).toBeNull();
    expect([conversation.writtenTitle?.title, conversation.sharesEditor]).toEqual(['Jira', false]);
    const [prompt, answer] = toTranscript(conversation.path(), conversation);
    expect(prompt).toMatchObject({ text: 'see @src/a.ts now', folds: [{ from: 4, to: 13, mention: 'file.x' }] });
    expect(answer).toMatchObject({
      kind: 'answer',
      blocks: [
        { kind: 'text', text: 'Read.' },
        { kind: 'tool', callId: 'c1', status: 'success' },
        { kind: 'text', text: 'Nothing to do.' },
      ],
    });
  });

  test('a chat opens with the work and the cost of its agents', async () => {
    const files = createMemoryFileStore({ 'conversations/c.jsonl': AGENT_CHAT });
    const result = await openConversation(createStorage(files, createManualClock()), 'c', () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    const { conversation } = result.opened;
    const [, answer] = toTranscript(conversation.path(), conversation, productRegistry);
    expect(answer).toMatchObject({
      agentCost: { dollars: 0.5 },
      blocks: [
        {
          rendering: 'agent',
          output: 'Here.',
          agent: { model: 'small', count: 1, note: 'Well.', calls: [{ detail: 'a.ts', words: { label: 'Read' } }] },
        },
      ],
    });
  });

  test('a chat opens with an interrupted agent whose calls were not recorded', async () => {
    const files = createMemoryFileStore({ 'conversations/c.jsonl': INTERRUPTED_AGENT });
    const result = await openConversation(createStorage(files, createManualClock()), 'c', () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    const { conversation } = result.opened;
    const [, answer] = toTranscript(conversation.path(), conversation, productRegistry);
    const note = 'The window closed before the agent reported. No call was recorded.';
    expect(answer).toMatchObject({ blocks: [{ unrecorded: 'interrupted', agent: { calls: [], count: 0, note } }] });
  });

  test('the webview’s saved state opens completely, and is saved under the same names', () => {
    let saved: unknown;
    const api = { getState: () => WEBVIEW_STATE, setState: (state: unknown) => void (saved = state) };
    const memory = createPanelMemory(api, (error) => {
      throw error;
    });
    expect(memory.get()).toEqual(WEBVIEW_STATE);
    memory.patch({ draftRevision: 4 });
    expect(saved).toEqual({ ...(WEBVIEW_STATE as object), draftRevision: 4 });
  });

  test('muted chats stay muted', () => {
    expect(keys.mutedChatsKey).toBe('premove.quietChats');
    const muted = new MutedChats(createMemento(['c']));
    expect([muted.has('c'), muted.has('another')]).toEqual([true, false]);
  });

  test('earlier inputs and the shown suggestion come back', async () => {
    const files = createMemoryFileStore({
      'inputs.jsonl': '\n{"chat":"c","text":"add a test"}\n{"chat":"d","text":"run it"}',
      'suggestions/c.json': '{"text":"run the tests","leaf":"a1"}',
    });
    const onDidDelete = new Emitter<string>().event;
    expect(await new InputHistory(files, silentLog, onDidDelete).list()).toEqual(['add a test', 'run it']);
    const suggestion = await new SuggestionFile(files, silentLog, onDidDelete).load('c');
    expect(suggestion).toEqual({ text: 'run the tests', leaf: 'a1' });
  });

  test('after many ignored suggestions, suggestions stay as rare as before the update', () => {
    const habit = new HabitStore(createMemento({ ignored: 20, skipped: 2 }), () => {});
    expect([1, 2, 3].map(() => habit.noteAnswer())).toEqual([false, false, true]);
  });

  test.each([
    ['continue to count towards the offer of prepared edits', { taken: 2, made: false }, 1],
    ['do not bring back the offer of prepared edits', { taken: 3, made: true }, 0],
  ])('accepted suggestions %s', (_title, stored, offers) => {
    let made = 0;
    const make = (): boolean => (made += 1) > 0;
    new PreparedEditsOffer({ memento: createMemento(stored), isPossible: () => true, make }).noteAccepted();
    expect(made).toBe(offers);
  });

  test('values of VS Code’s storage keep their keys', () => {
    const { completedStepsKey, languageModelVendorsKey, mentionKeyName, ...others } = keys;
    expect([completedStepsKey, languageModelVendorsKey, mentionKeyName]).toEqual([
      'premove.walkthroughSteps',
      'premove.lentVendors',
      'premove.mentionKey',
    ]);
    expect([others.suggestionHabitKey, others.preparedEditsOfferKey, others.secretKey('openai')]).toEqual([
      'premove.suggestionHabit',
      'premove.preparedEditsOffer',
      'premove.apiKey.openai',
    ]);
  });
});

describe('rules that users have written', () => {
  const decide = (kind: ToolKind, name: string, permissions: unknown) => {
    const { rules, problems } = parsePermissions(permissions, [], '/home/me');
    expect(problems).toEqual([]);
    const call = { tool: toolOf(name, kind), editTools: EDIT_TOOLS, paths: [] };
    const conditions = { mode: 'default', isTrusted: true, rules, readOnlyCommands: 'ask', granted: new Set<string>() };
    return decideApproval(call, conditions as Parameters<typeof decideApproval>[1]).kind;
  };

  test.each<[word: string, kind: ToolKind, name: string]>([
    ['read', 'read', 'read_file'],
    ['edit', 'edit', 'edit'],
    ['edit', 'edit', 'write_file'],
    ['execute', 'execute', 'run_shell_command'],
    ['network', 'network', 'web_fetch'],
    ['foreign', 'foreign', 'mcp_jira_list'],
    ['mcp_jira_*', 'foreign', 'mcp_jira_list'],
    ['mcp_jira_list', 'foreign', 'mcp_jira_list'],
    ['read_file', 'read', 'read_file'],
    ['write_file', 'edit', 'write_file'],
    ['run_shell_command', 'execute', 'run_shell_command'],
    ['web_fetch', 'network', 'web_fetch'],
    ['*', 'foreign', 'mcp_jira_list'],
  ])('the word %s applies to a call of the kind %s: %s', (word, kind, name) => {
    expect(decide(kind, name, { deny: [word] })).toBe('refuse');
    expect(decide(kind, name, { ask: [word] })).toBe('ask');
    expect(decide(kind, name, { allow: [word] })).toBe('allow');
  });
});
