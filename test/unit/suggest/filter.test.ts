import { describe, expect, test } from 'vitest';
import { getFilterReason } from '../../../src/extension/suggest/filter.ts';
import { wordsOf } from '../../../src/extension/suggest/words.ts';
import { check } from './filterTable.ts';
import { SHORT_QUESTIONS, SHORT_STATEMENTS } from './shortPrompts.ts';

describe('an empty text', () => {
  check('empty', ['', ' ', '\n', ' \t\n '], ['x']);
});

describe('a text that looks different from its characters', () => {
  check(
    'control_chars',
    [
      'run\u0000tests',
      'run\ttests',
      '\u001b[31mcommit this',
      'run\u200btests',
      'run\u200dtests',
      'run tests\u202e gnp.exe',
      'commit \u2066this\u2069',
      'push\u200f it',
      'soft\u00adhyphen here',
      'commit this\u{e0041}\u{e0042}',
      'commit this\ufe01',
      'half a \ud83d pair',
      'broken \ufffd text',
      'private \ue0a0 use',
      'blank \u2800 braille',
      'pu\u200bsh it',
      'de\u00adlete it',
      're\u2060set it',
      'ㅤ커밋 해줘',
      '提交\u2060代码',
      `run th${'\u0301'.repeat(80)}e tests`,
    ],
    [
      'add the 👩‍💻 emoji to the title',
      'show ❤️ when liked',
      'use 1️⃣ for the first step',
      'تست‌ها را اجرا کن',
      'मेरा क्‍ष ठीक करो',
      'corrige l’erreur : vite',
      'corrige l’erreur\u202f: vite',
      'naïve café résumé',
      'na\u0308ive cafe\u0301',
      'รันทดสอบทั้งหมดอีกครั้ง',
      'תָּרִיץ אֶת הַבְּדִיקוֹת',
    ],
  );
});

describe('a report that the task is done', () => {
  check(
    'done',
    [
      ...['done', 'Done.', 'DONE!', '✅ Done', 'All done!', 'Task complete.', 'finished', "That's all."],
      ...[
        'feito',
        'Pronto!',
        'hecho',
        'C’est fait.',
        'Fertig.',
        'fatto',
        'Готово!',
        '完成了。',
        '完了しました',
        '완료!',
      ],
    ],
    [
      ...['mark the task as done', 'done button should be green', 'finish the parser', 'is_done -> isDone everywhere'],
      ...['marque como feito', '完成剩下的测试', '完了したら通知して', 'fertigstellen bitte'],
    ],
  );
});

describe('a statement that there is no suggestion', () => {
  check(
    'meta_text',
    [
      ...['nothing found', 'Nothing found.', 'no suggestion', 'No suggestions.', 'silence', '*silence*', 'Silence.'],
      ...['No clear next step', 'no follow-up needed', 'no suggestion at this time', 'nothing to suggest here', 'None'],
      ...['n/a', 'null', 'silence is best here', 'stay silent', "I'll stay silent"],
      ...['staying silent here', "I'm staying quiet for now", 'remaining silent is best'],
      ...['sem sugestão', 'Nenhuma sugestão.', 'ninguna sugerencia', 'aucune suggestion', 'Kein Vorschlag.'],
      ...['没有建议', '无', '提案なし', '제안 없음', 'нет предложений', 'لا يوجد اقتراح'],
    ],
    [
      ...[
        'silence the linter warnings',
        'add silence detection to the recorder',
        'make the logger stay silent',
        'stay silent on errors',
      ],
      ...['fix the nothing found message', 'return null when missing', 'show no suggestion when empty'],
      ...['nothing to do with auth, revert it', 'adicione o texto sem sugestão', '无障碍也检查一下', 'no'],
    ],
  );
});

describe('a text in brackets', () => {
  check(
    'meta_wrapped',
    [
      ...['(silence)', '[no suggestion]', '(none).', '[done]', '<no suggestion>', '{"suggestion": "commit"}'],
      ...['（沉默）', '【没有建议】', '[nenhuma sugestão]', '(なし)'],
    ],
    ['(a) or (b)', 'use [1] and [2]', 'call render() again', '[auth] fix the login', 'fix foo(bar)'],
  );
});

describe('an error message', () => {
  check(
    'error_message',
    [
      ...['api error: 500', 'API Error: 529 overloaded', 'Error: fetch failed', 'error', 'prompt is too long'],
      ...['Request timed out.', 'invalid api key', 'rate limit exceeded', '429 Too Many Requests', 'TypeError: x'],
      ...['An unexpected error occurred', 'internal server error', 'ECONNREFUSED', 'overloaded_error'],
      ...['erro de API: 500', 'Erreur : délai dépassé', 'API-Fehler: 500', 'ошибка API: 500', 'API 错误：500'],
      ...['エラーが発生しました', '오류: 500', '请求超时'],
    ],
    [
      ...[
        'fix the api error',
        'error handling for the parser',
        'API error handling should retry',
        'fix error: no such file',
      ],
      ...[
        'retry when rate limit exceeded',
        'not found page needs a link',
        'trate o erro de API',
        '修复这个错误',
        '500',
      ],
    ],
  );
});

describe('a label before the suggestion', () => {
  check(
    'prefixed_label',
    [
      ...['Suggestion: commit', 'suggestion:commit this', 'Next step: run the tests', 'Next: run tests'],
      ...['Possible next step: commit', 'User: run the tests', 'Suggestion - commit this', 'Answer: yes'],
      ...['Suggestion 1: commit', 'Tip: type /review'],
      ...['Sugestão: rode os testes', 'Próximo passo: commit', 'Réponse : lance les tests', 'Vorschlag: Tests laufen'],
      ...['建议：提交代码', '下一步: 运行测试', 'ユーザー：テストを実行', '제안: 커밋', 'Предложение: запусти тесты'],
    ],
    [
      ...['fix: the bug', 'feat(ui): add a button', 'open http://localhost:3000', 'user:id should be unique'],
      ...[
        'use User::find instead',
        'note: keep the public API',
        'commit message: fix typo',
        'suggestions should fade in',
      ],
      ...['docs: explain the suggestion filter', 'correção: use aspas simples', '注意：不要改接口'],
    ],
  );
});

describe('praise or thanks', () => {
  check(
    'evaluative',
    [
      ...['looks good', 'Looks good!', 'thanks', 'Thank you so much!', 'looks good to me', 'Perfect, thanks!', 'nice'],
      ...[
        'ok thanks',
        'great job',
        'LGTM 👍',
        'that looks good',
        'this is great',
        'thanks for fixing it',
        'that works great',
        'sounds good',
        'Interesting.',
      ],
      ...[
        'obrigado',
        'Muito obrigada!',
        'ficou ótimo',
        'obrigado pela ajuda',
        'gracias',
        'muchas gracias',
        '¡Perfecto!',
      ],
      ...[
        'merci beaucoup',
        "c'est parfait",
        'vielen dank',
        'sieht gut aus',
        'grazie mille',
        'спасибо',
        'Отлично, спасибо!',
      ],
      ...[
        '谢谢',
        '看起来不错',
        '太好了，谢谢！',
        'ありがとうございます',
        'いいですね',
        '감사합니다',
        'شكرا',
        'धन्यवाद',
        'cảm ơn',
      ],
      ...['teşekkürler', 'mange tak', 'tak for hjælpen', 'tusen takk', 'tack så mycket', 'tack för hjälpen'],
    ],
    [
      ...[
        'use a nice color',
        'great, now run the tests',
        'looks good, commit it',
        'add a thank you note',
        'thanks page is broken',
      ],
      ...['make it look good on mobile', 'perfect the animation', 'nicer error messages', 'good first issue label'],
      ...[
        'muda para uma cor legal',
        'perfeito, agora faça o commit',
        'super, dann committen',
        '很好，提交吧',
        'goodbye message',
        'merci d’ajouter un test',
      ],
      ...['ありがとうメッセージを追加して', '感谢页面加个按钮'],
    ],
  );
});

describe('a slash command', () => {
  test.each(['/review', '/done', '/thanks', '/let me in', '/model fast'])(
    'is accepted, even if its words match a rule: %j',
    (text) => expect(getFilterReason(text)).toBeNull(),
  );
});

describe('short prompts that programmers type', () => {
  const prompts = [...SHORT_QUESTIONS, ...SHORT_STATEMENTS];
  const share = (part: readonly string[], whole: readonly string[]) => part.length / whole.length;

  test('are accepted in at least 90 % of all cases, and in at least 90 % of the questions', () => {
    const accepted = (all: readonly string[]) => all.filter((prompt) => getFilterReason(prompt) === null);
    expect(share(accepted(prompts), prompts)).toBeGreaterThanOrEqual(0.9);
    expect(share(accepted(SHORT_QUESTIONS), SHORT_QUESTIONS)).toBeGreaterThanOrEqual(0.9);
  });

  test('resemble real sessions: many, short, and a third of them questions', () => {
    expect(prompts.length).toBeGreaterThanOrEqual(200);
    expect(prompts.filter((prompt) => wordsOf(prompt).length > 12)).toEqual([]);
    expect(share(SHORT_QUESTIONS, prompts)).toBeCloseTo(0.34, 1);
  });
});

test('the filter rejects long hostile text without slow matching', () => {
  for (const piece of ['thank you ', 'so ', '(', '**a', '. ', '哦', '"', 'a\u200d']) {
    expect(getFilterReason(piece.repeat(999 / piece.length))).not.toBeNull();
  }
  expect(getFilterReason('x'.repeat(1_000_000))).toBe('too_long');
});
