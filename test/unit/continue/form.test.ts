import { describe, expect, it, test } from 'vitest';
import { chooseForm, FormMemory } from '../../../src/extension/continue/form.ts';
import { guidingText, WRITER_SYSTEM_PROMPT } from '../../../src/extension/continue/prompts.ts';
import { nativeContinuationOf } from '../../../src/extension/model/nativeContinuation.ts';
import { providerRecord } from '../../../src/extension/model/providers/providerList.ts';

const PLAIN = { hasCalls: false, isCutCall: false, prefix: 'Half a sentence' };

/** A model as `resolveModel` gives it. */
function modelOf(provider: string, name: string, baseUrl = providerRecord(provider)?.wire?.baseUrl ?? '') {
  const native = nativeContinuationOf({ name: provider, baseUrl }, name);
  return { id: `${provider}/${name}`, ...(native && { continuation: { form: native.form, endpoint: baseUrl } }) };
}

describe('the form of a plain answer', () => {
  it.each([
    ['anthropic', 'claude-sonnet-4-5', 'native'],
    ['anthropic', 'claude-3-5-haiku-20241022', 'native'],
    ['anthropic', 'claude-sonnet-4-6', 'guided'],
    ['anthropic', 'claude-opus-5', 'guided'],
    ['gemini', 'gemini-2.5-pro', 'native'],
    ['gemini', 'gemini-3.1-pro-preview', 'native'],
    ['gemini', 'gemini-3.6-flash', 'guided'],
    ['deepseek', 'deepseek-chat', 'native'],
    ['deepseek', 'deepseek-reasoner', 'guided'],
    ['mistral', 'mistral-large-latest', 'native'],
    ['moonshot', 'kimi-k2-0905-preview', 'native'],
    ['moonshot', 'kimi-k2-thinking', 'guided'],
    ['dashscope', 'qwen-max', 'native'],
    ['openrouter', 'anthropic/claude-sonnet-4.5', 'native'],
    ['openai', 'gpt-5.6', 'guided'],
    ['vscode', 'copilot/gpt-5', 'guided'],
    ['tour', 'demo', 'guided'],
  ])('of %s/%s is %s', (provider, name, form) => {
    expect(chooseForm({ model: modelOf(provider, name), ...PLAIN }, new FormMemory())).toBe(form);
  });

  test('is guided on a host that is not the provider’s', () => {
    const model = modelOf('deepseek', 'deepseek-chat', 'https://proxy.example.com/v1');
    expect(chooseForm({ model, ...PLAIN }, new FormMemory())).toBe('guided');
  });

  it.each([
    ['the path has calls', { hasCalls: true }],
    ['the cut was in a call', { isCutCall: true }],
    ['there is no text', { prefix: ' \n' }],
  ])('is guided if %s', (_why, change) => {
    const model = modelOf('mistral', 'mistral-large-latest');
    expect(chooseForm({ model, ...PLAIN, ...change }, new FormMemory())).toBe('guided');
  });

  test('stays guided for a model at an endpoint that refused the native form, but not for other models or endpoints', () => {
    const memory = new FormMemory();
    const refused = modelOf('deepseek', 'deepseek-chat');
    memory.remember(refused);
    expect(chooseForm({ model: refused, ...PLAIN }, memory)).toBe('guided');
    expect(chooseForm({ model: modelOf('deepseek', 'deepseek-v4'), ...PLAIN }, memory)).toBe('native');
    const elsewhere = { ...refused, continuation: { form: 'prefix', endpoint: 'https://other.example.com' } } as const;
    expect(chooseForm({ model: elsewhere, ...PLAIN }, memory)).toBe('native');
  });
});

describe('the guiding text', () => {
  const end = { wasCut: true, lostCalls: false, cutCall: null, isEmpty: false };

  test('states whether the message was cut', () => {
    expect(guidingText(end)).toContain('was cut off before its end');
    expect(guidingText({ ...end, wasCut: false })).not.toContain('cut off');
  });

  test('asks for a call that was cut off', () => {
    const text = guidingText({ ...end, lostCalls: true, cutCall: 'write_file' });
    expect(text).toContain('a call of "write_file", which did not run');
  });

  test('does not mention text if there is none', () => {
    const text = guidingText({ ...end, lostCalls: true, cutCall: 'write_file', isEmpty: true });
    expect(text).toBe(
      '[Your last message was cut off before its end. The message ended in a call of "write_file", which did not run. If a call is still needed, make it again.]',
    );
  });
});

test('the system prompt for the continuation of a prompt is a fixed text and a line about the language', () => {
  const [prompt, language] = WRITER_SYSTEM_PROMPT.split('\n');
  expect(prompt).toBe(
    '请作为续写者，直接延续用户最后一条消息的内容继续写作。保持人称、语气和文风高度一致。不要输出任何解释性文字，不要重复用户已发送的内容，直接从用户中断的地方开始输出后续文本。',
  );
  expect(language).toMatch(/language/);
});
