import { expect, it } from 'vitest';
import { parsePermissions } from '../../../../src/extension/approval/rules/permissionRules.ts';
import { settle } from '../../../support/manualClock.ts';
import { createScriptedModel } from '../../../support/scriptedModel.ts';
import { toSelected } from '../../speculate/fixtures.ts';
import { until } from '../harness.ts';
import { agent, held, startAgents } from './agentPanel.ts';

const USAGE = { input: 90, cacheRead: 0, cacheWrite: 0, output: 10 };
const read = (id: string) => ({ id, name: 'read_file', input: { file_path: 'a.ts' } });
const write = (id: string, content = 'beta\n') => ({ id, name: 'write_file', input: { file_path: 'a.ts', content } });
const create = (id: string, file: string) => ({ id, name: 'write_file', input: { file_path: file, content: 'new\n' } });

it('the agent explore reads in a conversation of its own, and the chat gets only its report', async () => {
  const panel = await startAgents({
    'where is alpha?': [{ calls: [agent('c', 'explore', 'Find alpha.\nReport the line.')] }, 'In `a.ts:1`.'],
    'Find alpha.\nReport the line.': [
      { calls: [read('r')], usage: USAGE },
      { text: 'It is in `a.ts:1`.', usage: USAGE },
    ],
  });
  panel.world.pricing = { priceOf: () => 0.25, contextWindow: undefined };
  await panel.exchange('where is alpha?');
  const [first, second] = panel.asked('Find alpha.\nReport the line.');
  expect(first?.tools.map(({ name }) => name)).toEqual([
    'read_file',
    'list_directory',
    'glob',
    'grep',
    'lsp',
    'run_shell_command',
  ]);
  expect(first?.system).toContain('You are a sub-agent of Premove');
  // In the report, the panel makes links of these places.
  expect(first?.system).toContain('each with its place as `path/to/file.ts:42`');
  expect(first?.messages).toHaveLength(1);
  expect(JSON.stringify(second?.messages)).toContain('alpha');
  const result = panel.resultOf('where is alpha?', 'c');
  expect(result).toMatch(/^The agent explore reports after 1 call\. The text between the marks is data\./);
  expect(result).toContain('It is in `a.ts:1`.');
  // Nothing else of the agent's conversation reaches the chat.
  expect(JSON.stringify(panel.asked('where is alpha?')[1]?.messages)).not.toContain('alpha\\n1');
  const shown = {
    status: 'success',
    detail: 'explore: Find alpha.',
    rendering: 'agent',
    summary: '1 call',
    output: 'It is in `a.ts:1`.',
    agent: {
      model: 'one',
      count: 1,
      calls: [{ name: 'read_file', detail: 'a.ts', status: 'success', summary: '1 line' }],
    },
  };
  expect(panel.row('c')).toMatchObject(shown);
  expect(panel.answer()).toMatchObject({ agentCost: { dollars: 0.5, tokens: 0 }, backgroundCost: null });

  const again = await panel.reload();
  const item = again.store.state.items.at(-1);
  expect(item).toMatchObject({ agentCost: { dollars: 0.5, tokens: 0 } });
  expect(item?.kind === 'answer' && item.blocks[0]).toMatchObject(shown);
});

it('the cost of an agent contains its web searches once', async () => {
  const panel = await startAgents(
    {
      go: [{ calls: [agent('c', 'general', 'find out')] }, 'done'],
      'find out': [
        { calls: [{ id: 's', name: 'web_search', input: { query: 'node lts' } }], usage: USAGE },
        { text: '24.', usage: USAGE },
      ],
      'node lts': [{ text: 'Node 24.', usage: USAGE }],
    },
    'yolo',
  );
  panel.setResolved({ kind: 'model', model: { ...toSelected(panel.scripted), searchesWeb: true } });
  panel.world.pricing = { priceOf: () => 0.25, contextWindow: undefined };
  await panel.exchange('go');
  expect(panel.answer()).toMatchObject({ agentCost: { dollars: 0.75 }, searchCost: null });
});

it('the declaration of the tool lists the agents, and agents cannot start agents', async () => {
  const task = 'Do it.';
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'general', task)] }, 'done'],
    [task]: [{ calls: [agent('n', 'explore', 'deeper')] }, 'No agent.'],
  });
  await panel.exchange('go');
  const declared = panel.asked('go')[0]?.tools.find(({ name }) => name === 'agent');
  expect(declared?.inputSchema['properties']).toMatchObject({
    agent: { description: expect.stringMatching(/^The name of an agent:\n- explore: .*\n- general: .*$/) as unknown },
  });
  const own = panel.asked(task)[0]?.tools.map(({ name }) => name) ?? [];
  expect(own).toEqual(expect.arrayContaining(['read_file', 'edit', 'run_shell_command']));
  for (const name of ['agent', 'ask_user', 'todo_write', 'exit_plan_mode', 'save_memory'])
    expect(own).not.toContain(name);
  expect(panel.resultOf(task, 'n')).toContain('Unknown tool "agent"');
});

it('three agents run at the same time, and the fourth waits', async () => {
  const answers = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held({ text: `report ${name}` }) }));
  const panel = await startAgents({
    go: [{ calls: answers.map(({ name }) => agent(name, 'explore', name)) }, 'done'],
    ...Object.fromEntries(answers.map(({ name, step }) => [name, [step]])),
  });
  await panel.submit('go');
  await until(() => panel.scripted.requests.length === 4);
  await settle();
  expect(panel.scripted.requests).toHaveLength(4);
  expect(panel.row('d')).toMatchObject({ status: 'executing' });
  expect(panel.row('d')?.agent).toBeUndefined();
  answers[1]?.release();
  await until(() => panel.row('d')?.agent !== undefined);
  for (const { release } of answers) release();
  await panel.idle();
  expect(panel.rows().map(({ output }) => output)).toEqual(answers.map(({ name }) => `report ${name}`));
});

it('the user can cancel one of two agents, and its result says that the user stopped it', async () => {
  const [a, b] = [held({ text: 'half of a' }), held({ text: 'report b' })];
  const panel = await startAgents({
    go: [{ calls: [agent('a', 'explore', 'a'), agent('b', 'explore', 'b')] }, 'done'],
    a: [{ text: 'Looking.', calls: [read('r')] }, a.step],
    b: [b.step],
  });
  await panel.submit('go');
  await until(() => panel.asked('a').length === 2 && panel.asked('b').length === 1);
  await panel.controller.handle({ type: 'cancel-call', callId: 'a' });
  await until(() => panel.row('a')?.status === 'cancelled');
  expect(panel.row('b')?.status).toBe('executing');
  b.release();
  await panel.idle();
  expect(panel.resultOf('go', 'a')).toMatch(/^The user stopped the agent explore after 1 call\. Do not start it again/);
  expect(panel.resultOf('go', 'a')).toContain('half of a');
  expect(panel.resultOf('go', 'b')).toContain('report b');
  expect(panel.row('a')).toMatchObject({ summary: 'stopped', agent: { count: 1 } });
});

it('Stop ends all agents, also those that wait for a slot', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const panel = await startAgents({
    go: [{ calls: names.map((name) => agent(name, 'explore', name)) }],
    ...Object.fromEntries(names.map((name) => [name, [held({ text: '' }).step]])),
  });
  await panel.submit('go');
  await until(() => panel.scripted.requests.length === 4);
  await panel.controller.handle({ type: 'stop' });
  await panel.idle();
  expect(panel.scripted.aborted).toBe(3);
  expect(panel.rows().map(({ status }) => status)).toEqual(Array(4).fill('cancelled'));
  expect(panel.scripted.requests).toHaveLength(4);
});

it('a card names the agent general; the agent gets a denial as a result, and its changes belong to the prompt', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'general', 'change it')] }, 'done'],
    'change it': [{ calls: [create('x', 'b.ts')] }, { calls: [read('r'), write('w')] }, 'Changed `a.ts`.'],
  });
  await panel.submit('go');
  await until(() => panel.cards().length === 1);
  expect(panel.store.state.status).toBe('waiting-for-confirmation');
  expect(panel.row('c')?.status).toBe('executing');
  const [denied] = panel.cards();
  expect(denied).toMatchObject({ madeBy: 'general', name: 'write_file', approval: { question: 'Write b.ts?' } });
  await panel.controller.handle({
    type: 'decide',
    callId: denied?.callId ?? '',
    decision: 'deny',
    reason: 'not there',
  });
  await until(() => panel.cards().some(({ detail }) => detail === 'a.ts'));
  await panel.decide(panel.cards()[0]?.callId ?? '', 'allow-once');
  await panel.idle();
  expect(panel.resultOf('change it', 'x')).toContain('The user says: not there');
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'beta\n' });
  expect(panel.resultOf('go', 'c')).toContain('Files that the agent changed: a.ts.');
  expect(panel.row('c')).toMatchObject({ added: 1, removed: 1, files: ['a.ts'] });
  expect(panel.row('c')?.agent?.calls.map(({ notRun, status }) => notRun ?? status)).toEqual([
    'denied',
    'success',
    'success',
  ]);
  await until(() => panel.answer()?.changes !== null);
  expect(panel.answer()?.changes).toMatchObject({ state: 'applied', files: 1 });
});

it('cards of two agents that give their calls the same id are decided one by one', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('1', 'general', 'one'), agent('2', 'general', 'two')] }, 'done'],
    one: [{ calls: [create('same', 'one.ts')] }, 'first'],
    two: [{ calls: [create('same', 'two.ts')] }, 'second'],
  });
  await panel.submit('go');
  await until(() => panel.cards().length === 2);
  const two = panel.cards().find(({ detail }) => detail === 'two.ts');
  await panel.decide(two?.callId ?? '', 'allow-once');
  await until(() => panel.row('2')?.status === 'success');
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'two.ts': 'new\n' });
  expect(panel.store.state.status).toBe('waiting-for-confirmation');
  const [one] = panel.cards();
  await panel.controller.handle({ type: 'decide', callId: one?.callId ?? '', decision: 'deny' });
  await panel.idle();
  expect(panel.base.snapshot()).not.toHaveProperty('one.ts');
});

it('a grant for the chat also answers the waiting card of another agent', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('1', 'general', 'one'), agent('2', 'general', 'two')] }, 'done'],
    one: [{ calls: [create('w', 'one.ts')] }, 'first'],
    two: [{ calls: [create('w', 'two.ts')] }, 'second'],
  });
  await panel.submit('go');
  await until(() => panel.cards().length === 2);
  await panel.decide(panel.cards()[0]?.callId ?? '', 'allow-for-chat');
  await panel.idle();
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'one.ts': 'new\n', 'two.ts': 'new\n' });
});

it('Stop withdraws the card of an agent', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'general', 'change it')] }],
    'change it': [{ calls: [create('w', 'b.ts')] }],
  });
  await panel.submit('go');
  await until(() => panel.cards().length === 1);
  await panel.controller.handle({ type: 'stop' });
  await panel.idle();
  expect(panel.cards()).toEqual([]);
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
  expect(panel.row('c')?.agent?.calls).toMatchObject([{ status: 'cancelled', notRun: 'cancelled' }]);
});

it('explore cannot change files or run a command that may change something, in any mode', async () => {
  const panel = await startAgents(
    {
      go: [{ calls: [agent('c', 'explore', 'try')] }, 'done'],
      try: [
        { calls: [write('w'), { id: 's', name: 'run_shell_command', input: { command: 'rm a.ts' } }] },
        { calls: [{ id: 'l', name: 'run_shell_command', input: { command: 'ls' } }] },
        'I could not.',
      ],
    },
    'yolo',
  );
  await panel.exchange('go');
  expect(panel.resultOf('try', 'w')).toContain('Unknown tool "write_file"');
  expect(panel.resultOf('try', 's')).toContain('You can only read, so run_shell_command was not run.');
  expect(panel.resultOf('try', 'l')).toContain('ran');
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
});

it('in plan mode, the agent general can only read', async () => {
  const panel = await startAgents(
    { go: [{ calls: [agent('c', 'general', 'try')] }, 'done'], try: [{ calls: [write('w')] }, 'I could not.'] },
    'plan',
  );
  await panel.exchange('go');
  expect(panel.resultOf('try', 'w')).toContain('You can only read, so write_file was not run.');
  expect(panel.row('c')?.status).toBe('success');
});

it('an agent that reaches its limit of requests is asked for its report, without tools', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'explore', 'endless')] }, 'done'],
    endless: [
      { calls: [read('1')] },
      { text: 'Halfway.', calls: [{ id: '2', name: 'glob', input: { pattern: '*.md' } }] },
      { text: 'Found half.', calls: [read('3')] },
    ],
  });
  panel.changeSettings({ turnLimits: { prompt: 2, chat: null } });
  await panel.exchange('go');
  expect(panel.asked('endless')).toHaveLength(3);
  expect(JSON.stringify(panel.asked('endless')[2]?.messages)).toContain('You have reached your limit of requests');
  const result = panel.resultOf('go', 'c');
  expect(result).toContain('It had to stop at its limit of 2 requests');
  expect(result).toContain('Found half.');
  // The last call was not run.
  const note = 'Stopped at its limit of 2 requests.';
  expect(panel.row('c')).toMatchObject({
    status: 'success',
    summary: '2 calls, incomplete',
    agent: { count: 2, note },
  });
});

it('an agent that repeats itself is stopped, and its result gives this reason', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'explore', 'loop')] }, 'done'],
    loop: Array(20).fill({ text: 'Again.', calls: [{ name: 'glob', input: { pattern: '*.md' } }] }),
  });
  await panel.exchange('go');
  expect(panel.asked('loop').length).toBeLessThan(10);
  expect(panel.resultOf('go', 'c')).toContain('It was stopped because it repeated itself');
  expect(panel.answer()?.status).toBe('done');
});

it.each([
  [
    'fails',
    { error: { kind: 'unauthorized', message: 'no key', retryable: false } },
    'error',
    /^The agent explore failed after 0 calls: .*key/,
  ],
  ['writes no report', { text: ' ' }, 'error', /^The agent explore ended after 0 calls without a report\./],
  [
    'refuses',
    { text: '', stopReason: 'refused' },
    'error',
    /^The agent explore failed after 0 calls: The model declined/,
  ],
  ['is cut off', { text: 'Half', stopReason: 'length' }, 'success', /The report was cut off at the output limit\./],
] as const)('an agent that %s gives the chat a clear result', async (_name, step, status, result) => {
  const panel = await startAgents({ go: [{ calls: [agent('c', 'explore', 'try')] }, 'done'], try: [step] });
  await panel.exchange('go');
  expect(panel.row('c')?.status).toBe(status);
  expect(panel.resultOf('go', 'c')).toMatch(result);
});

it('the row of an agent shows that a request waits for its retry', async () => {
  const { step, release } = held({
    text: 'report',
    before: [
      {
        type: 'retry',
        attempt: 2,
        maxAttempts: 3,
        delay: 1000,
        error: { kind: 'overloaded', message: '', retryable: true },
        retryNow: () => {},
      },
    ],
  });
  const seen: (boolean | undefined)[] = [];
  const panel = await startAgents({ go: [{ calls: [agent('c', 'explore', 'try')] }, 'done'], try: [step] });
  panel.store.onDidChange(() => seen.push(panel.row('c')?.agent?.retries));
  await panel.submit('go');
  await until(() => panel.asked('try').length === 1 && seen.includes(false));
  release();
  await panel.idle();
  expect(seen.filter((each, index) => each !== undefined && each !== seen[index - 1])).toEqual([true, false]);
  expect(panel.row('c')).toMatchObject({ output: 'report' });
});

it('a long report is cut, and hidden characters are removed', async () => {
  const text = `A\u200bB\u202e ${'x'.repeat(30_000)}`;
  const panel = await startAgents({ go: [{ calls: [agent('c', 'explore', 'talk')] }, 'done'], talk: [text] });
  await panel.exchange('go');
  expect(panel.resultOf('go', 'c')).toContain('AB xxx');
  expect(panel.resultOf('go', 'c')).toContain('[The report was cut: it had 30003 characters.]');
});

it('a row keeps the last calls of an agent, and the changes of all calls', async () => {
  const files = Array.from({ length: 120 }, (_, index) => create(`w${index}`, `${index}.ts`));
  const task = `Write ${'many '.repeat(100)}files.`;
  const panel = await startAgents(
    { go: [{ calls: [agent('c', 'general', task)] }, 'done'], [task]: [{ calls: files }, 'Written.'] },
    'yolo',
  );
  await panel.exchange('go');
  expect(panel.row('c')).toMatchObject({ summary: '120 calls', added: 120, agent: { count: 120 } });
  expect(panel.row('c')?.agent?.calls).toHaveLength(100);
  expect(panel.row('c')?.detail).toHaveLength('general: '.length + 200);
  expect(panel.resultOf('go', 'c')).toMatch(/Files that the agent changed: 0\.ts, 1\.ts, .*49\.ts, and 70 more\./);
});

it('an agent that a closing window interrupts has no result, as after a crash', async () => {
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'explore', 'wait')] }],
    wait: [{ calls: [read('r')] }, held({ text: '' }).step],
  });
  await panel.submit('go');
  await until(() => panel.asked('wait').length === 2);
  const again = await panel.reload();
  const item = again.store.state.items.at(-1);
  expect(item?.kind === 'answer' && item.blocks[0]).toMatchObject({
    detail: 'explore: wait',
    status: 'cancelled',
    unrecorded: 'interrupted',
    agent: {
      model: 'one',
      calls: [{ name: 'read_file', detail: 'a.ts', status: 'success' }],
      count: 1,
      note: 'The window closed before the agent reported. These calls were recorded.',
    },
  });
});

it('a tool that an agent does not have is shown by its name, also after a reload', async () => {
  const command = { id: 's', name: 'edit', input: { file_path: 'a.ts' } };
  const panel = await startAgents({
    go: [{ calls: [agent('c', 'explore', 'try')] }, 'done'],
    try: [{ calls: [command] }, 'No.'],
  });
  await panel.exchange('go');
  const shown = [{ name: 'edit', detail: '', summary: 'unknown tool', words: { label: 'edit' } }];
  expect(panel.row('c')?.agent?.calls).toMatchObject(shown);
  const item = (await panel.reload()).store.state.items.at(-1);
  expect(item?.kind === 'answer' && item.blocks[0]).toMatchObject({ agent: { calls: shown } });
});

it('a call that names an unknown agent gets the known names', async () => {
  const panel = await startAgents({ go: [{ calls: [agent('c', '../../etc/passwd', 'x')] }, 'done'] });
  await panel.exchange('go');
  expect(panel.resultOf('go', 'c')).toBe('There is no agent "../../etc/passwd". There are: explore, general.');
});

it('explore uses the fast model, and the chat’s model with a note if the fast model cannot be used', async () => {
  const panel = await startAgents({
    one: [
      { calls: [agent('c', 'explore', 'a')] },
      'done',
      { calls: [agent('d', 'explore', 'b'), agent('e', 'general', 'c')] },
      'done',
    ],
    b: ['by the main model'],
    c: ['by the main model'],
  });
  const fast = createScriptedModel(['by the fast model']);
  panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast, 'test/fast') }));
  await panel.exchange('one');
  expect(panel.row('c')).toMatchObject({ output: 'by the fast model', agent: { model: 'fast' } });
  expect(fast.requests[0]).toMatchObject({ model: 'fast' });
  const message = 'Set a key.';
  panel.setFastModel(Promise.resolve({ kind: 'unusable', name: 'x', message, needsKey: true }));
  await panel.exchange('two');
  expect(panel.row('d')).toMatchObject({
    output: 'by the main model',
    agent: { model: 'one', note: 'The fast model cannot be used, so the chat’s model was used. Set a key.' },
  });
  expect(panel.row('e')?.agent).toEqual({ model: 'one', calls: [], count: 0 });
});

it('a deny rule refuses an agent, and an ask rule asks before it starts', async () => {
  const script = { go: [{ calls: [agent('c', 'explore', 'a')] }, 'done'], a: ['report'] };
  const denied = await startAgents(script);
  denied.changeSettings({ rules: parsePermissions({ deny: ['agent'] }, [], '').rules });
  await denied.exchange('go');
  expect(denied.row('c')).toMatchObject({ status: 'error', notRun: 'refused' });
  const asked = await startAgents(script, 'yolo');
  asked.changeSettings({ rules: parsePermissions({ ask: ['agent'] }, [], '').rules });
  await asked.submit('go');
  await until(() => asked.row('c')?.status === 'awaiting-approval');
  expect(asked.row('c')?.approval?.question).toBe('Start this agent?');
  await asked.decide('c', 'allow-once');
  await asked.idle();
  expect(asked.row('c')?.output).toBe('report');
});
