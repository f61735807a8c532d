import type { ExpectedReading } from '../../test/support/terminalCorpus.ts';

/**
 * Answers of a model in many forms. The expected reading is what a person would say: whether the agent waits for the
 * user, and which answers it accepts.
 */
export const ANSWERS: Readonly<Record<string, readonly [text: string, expected: ExpectedReading]>> = {
  summary: [
    'I renamed the function and updated both callers.\n\n- `cart.ts`: the new name\n- `checkout.ts`: the import\n\nEverything still compiles.',
    { state: 'idle' },
  ],
  'offer-en': [
    'The build is green again. Want me to open a pull request?',
    { state: 'has_question', messageType: 'open_ended', message: 'Want me to open a pull request?' },
  ],
  'courtesy-en': ['All 42 tests pass now. Let me know if you need anything else!', { state: 'idle' }],
  'numbered-steps': [
    'To deploy it:\n\n1. Run `npm run build`.\n2. Copy `dist` to the server.\n3. Restart the service.',
    { state: 'idle' },
  ],
  'rhetorical-inside': [
    'So what went wrong? The cache kept the old price. I clear it on every change now.',
    { state: 'idle' },
  ],
  'question-in-code': [
    'The message of the dialog is:\n\n```\nDelete this file?\n```\n\nI left it as it was.',
    { state: 'idle' },
  ],
  'bold-options': [
    'I see two ways to go:\n\n**1. Keep the REST API** and add a version header.\n**2. Move to GraphQL** and drop the old routes.\n\nWhich one should I take?',
    { state: 'has_question', messageType: 'choice', message: 'Which one should I take?' },
  ],
  'options-with-details': [
    'How should I store the sessions?\n\n1. In memory\n   Simple, lost on restart.\n2. In Redis\n   Survives restarts.\n3. In the database\n   No new service.',
    {
      state: 'has_question',
      messageType: 'choice',
      message: 'How should I store the sessions?',
      options: ['In memory', 'In Redis', 'In the database'],
      keys: ['1⏎', '2⏎', '3⏎'],
    },
  ],
  'several-questions': [
    'Before I start, two questions:\n\n1. Should prices include tax?\n2. Which currencies do you need?',
    {
      state: 'has_question',
      messageType: 'open_ended',
      message: ['1. Should prices include tax?', '2. Which currencies do you need?'],
    },
  ],
  'letters-lower': [
    'Which environment do you mean?\n\na) staging\nb) production',
    { state: 'has_question', messageType: 'choice', options: ['staging', 'production'], keys: ['a⏎', 'b⏎'] },
  ],
  'yes-no-words': [
    'This deletes 14 files in `legacy/`. Are you sure? (yes/no)',
    { state: 'has_question', messageType: 'confirmation', message: 'Are you sure?', keys: ['yes⏎', 'no⏎'] },
  ],
  'yes-no-missing-context': [
    'Sollen die alten Dateien wirklich gelöscht werden? [j/N]',
    { state: 'has_question', messageType: 'confirmation', keys: ['j⏎', 'n⏎'] },
  ],
  'keys-four': [
    'The hook wants to format 3 files. Apply? (y/n/a/q)',
    { state: 'has_question', messageType: 'choice', options: ['y', 'n', 'a', 'q'] },
  ],
  'long-wrapped-question': [
    'I looked at the three services that write to this table, and two of them assume that the column is never null. Do you want me to add a default value in the migration, or should the services be changed to handle missing values instead?',
    { state: 'has_question', messageType: 'open_ended', message: 'Do you want me to add a default value' },
  ],
  'zh-summary': ['已修复登录问题。\n\n- 更新了 `auth.ts`\n- 添加了两个测试\n\n所有测试均已通过。', { state: 'idle' }],
  'zh-offer': [
    '登录问题已修复。需要我提交代码吗？',
    { state: 'has_question', messageType: 'open_ended', message: '需要我提交代码吗？' },
  ],
  'zh-choice': [
    '请选择部署环境：\n\n1. 测试环境\n2. 预发布环境\n3. 生产环境',
    { state: 'has_question', messageType: 'choice', options: ['测试环境', '预发布环境', '生产环境'] },
  ],
  'zh-courtesy': ['全部完成。还有什么需要我帮忙的吗？', { state: 'idle' }],
  'ja-summary': ['ログイン処理を修正しました。テストはすべて成功しています。', { state: 'idle' }],
  'ja-offer': [
    '修正が完了しました。続けてテストも追加しましょうか。',
    { state: 'has_question', messageType: 'open_ended' },
  ],
  'ja-choice': [
    'どちらの方式にしますか？\n\nA. クッキー\nB. トークン',
    { state: 'has_question', messageType: 'choice', options: ['クッキー', 'トークン'] },
  ],
  'pt-offer': [
    'Corrigi o erro no login. Quer que eu adicione testes?',
    { state: 'has_question', messageType: 'open_ended' },
  ],
  'pt-choice': [
    'Encontrei duas opções:\n\n1. Atualizar a biblioteca\n2. Escrever um contorno\n\nQual você prefere?',
    { state: 'has_question', messageType: 'choice', options: ['Atualizar a biblioteca', 'Escrever um contorno'] },
  ],
  'de-offer': [
    'Der Fehler ist behoben. Soll ich ihn auch im alten Zweig beheben?',
    { state: 'has_question', messageType: 'open_ended' },
  ],
  'de-summary': [
    'Fertig: Die Prüfung läuft jetzt vor dem Speichern, und die Meldung nennt das Feld.',
    { state: 'idle' },
  ],
  'es-offer': [
    'He corregido el error. ¿Quieres que lo suba a producción?',
    { state: 'has_question', messageType: 'open_ended' },
  ],
  'ko-offer': [
    '로그인 오류를 수정했습니다. 테스트도 추가할까요?',
    { state: 'has_question', messageType: 'open_ended' },
  ],
  'fr-confirm': [
    'Je vais réécrire l’historique de la branche. Continuer ? [o/N]',
    { state: 'has_question', messageType: 'confirmation', keys: ['o⏎', 'n⏎'] },
  ],
  'table-end': ['| file | lines |\n| --- | --- |\n| cart.ts | 12 |\n| tax.ts | 40 |', { state: 'idle' }],
  'code-end': [
    'The new function:\n\n```ts\nconst isEmpty = (list?: string[]) => !list?.length;\n```',
    { state: 'idle' },
  ],
  'url-end': ['The report is at https://example.com/report?id=7', { state: 'idle' }],
  'question-then-wait': [
    'Should the discount apply to shipping as well? I will wait for your answer before I change anything.',
    { state: 'has_question' },
  ],
  'quoted-question': ['I removed the line "Are you still there?" from the template, as you asked.', { state: 'idle' }],
  'ellipsis-end': ['I am not done yet: the second half of the migration is still missing…', { state: 'idle' }],
  'working-words': [
    'Working on this showed that Processing... was printed twice. It is printed once now.',
    { state: 'idle' },
  ],
  'missing-options': ['Which of the following options do you want?', { state: 'unknown' }],
};
