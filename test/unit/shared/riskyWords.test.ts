import { describe, expect, test } from 'vitest';
import { publishesOrDestroys } from '../../../src/shared/riskyWords.ts';

type Table = readonly (readonly [language: string, texts: readonly string[]])[];

const FILLS: Table = [
  ['a slash command', ['/clear', ' /review', '/explain this']],
  [
    'English',
    [
      ...[
        'push it',
        'Push!',
        'commit and push',
        'yes, push it',
        'go ahead and push',
        'git push -f',
        'push the button fix',
      ],
      ...[
        'deploy to production',
        'run the deploy script',
        'test the deploy script',
        'run the migration',
        'release v2',
        'publish the package',
      ],
      ...[
        'unpublish it',
        'post comments',
        'then post it',
        'tag v1.2',
        'commit and tag it',
        'email the team',
        'ship it',
      ],
      ...[
        'delete the branch',
        'drop the table',
        'force it',
        'rm -rf dist',
        'remove the old files',
        'del dist',
        'nuke it',
      ],
      ...['git reset --hard', 'git clean -fd', 'git clean', 'git branch -D x', 'git restore .'],
      ...['roll back the last commit', 'roll it out', 'rollout', 'take it down', 'shut down the server', 'go live'],
      ...['undo all changes', 'get rid of it', 'throw it away', 'clean up the branches', 'clear the database'],
      ...['flush the cache', 'format the disk', 'terraform apply', 'apply it', 'apply the plan'],
      ...['migrate the production database', 'open a PR', 'create a pull request', 'close the issue', 'merge it'],
      ...['fix it and push', 'fix the tests, then deploy', 'fix production', 'update the production config'],
      ...[
        'fix it by force pushing',
        'add it to the release',
        'explain it and delete the branch',
        'what about a release',
      ],
      ...['how about pushing it', 'why not delete it', "why don't we deploy", 'clean up and push the button fix'],
    ],
  ],
  [
    'Portuguese',
    [
      ...['apaga o arquivo', 'exclui a branch', 'deleta isso', 'envia para o servidor', 'publica o pacote', 'publique'],
      ...['sobe pra produção', 'sobe pra producao', 'remove os logs', 'desfaz isso', 'reverte o commit', 'faz o push'],
    ],
  ],
  [
    'French',
    [
      ...['réinitialise la base', 'réinitialiser le dépôt', 'reinitialise la base', 'déploie', 'deploie en prod'],
      ...['annule le commit', 'rétablis le fichier', 'supprime la branche', 'envoie-le', 'mets en prod', 'pousse-le'],
      ...['fusionne la branche', 'reviens en arrière'],
    ],
  ],
  [
    'Spanish',
    [
      ...['borra la rama', 'elimina el archivo', 'despliega a producción', 'envíalo', 'publícalo', 'deshaz el commit'],
      ...['restablece la base de datos', 'sube los cambios', 'quita el archivo', 'fusiona la rama'],
    ],
  ],
  [
    'Italian',
    ['pubblica il pacchetto', 'cancella il ramo', 'rimuovi il file', 'invialo', 'annulla', 'ripristina tutto'],
  ],
  [
    'German',
    [
      ...['Branch löschen', 'lösch das', 'Lösche den Branch', 'loesche den Branch', 'veröffentliche das Paket'],
      ...['setz den Branch zurück', 'mach das rückgängig', 'roll es aus', 'lade es hoch', 'entferne die Datei'],
      ...['verwirf die Änderungen', 'stell die Datei wieder her', 'pushe es', 'schick es ab'],
    ],
  ],
  [
    'Dutch',
    ['verwijder de branch', 'publiceer het', 'draai het terug', 'rol het uit', 'maak het ongedaan', 'stuur het'],
  ],
  [
    'Polish',
    ['usuń gałąź', 'usun galaz', 'wypchnij zmiany', 'wdróż to', 'cofnij zmiany', 'wyślij', 'opublikuj paczkę'],
  ],
  ['Turkish', ['dalı sil', 'yayınla', 'YAYINLA', 'gönder', 'geri al', 'canlıya al', 'dosyayı kaldır', 'sıfırla']],
  ['Vietnamese', ['xóa nhánh', 'xoá nhánh', 'đẩy lên', 'gửi đi', 'triển khai lên production', 'hoàn tác', 'đăng bài']],
  [
    'Chinese',
    [
      ...[
        '推送代码',
        '删除分支',
        '把它删了',
        '移除这个文件',
        '撤销更改',
        '撤銷',
        '还原文件',
        '還原',
        '迁移数据库',
        '部署',
        '上线',
      ],
      ...['發佈套件', '重置仓库', '清空表', '清理数据库', '合并分支', '发到线上', 'push一下', '提个PR'],
    ],
  ],
  [
    'Japanese',
    [
      ...[
        'デプロイして',
        'ブランチを削除して',
        'データを消去',
        '取り消して',
        '元に戻して',
        '本番に反映',
        'プッシュして',
        'pushして',
      ],
      ...['公開して', 'マイグレーションを実行'],
    ],
  ],
  [
    'Korean',
    ['배포해줘', '브랜치 지워줘', '파일 제거해줘', '되돌려줘', '푸시해', '병합해줘', 'PR 올려줘', '운영 서버에 반영해'],
  ],
  ['Arabic', ['احذف الفرع', 'اِحذف الملف', 'انشر الحزمة', 'ادفع التغييرات', 'أرسل الملف', 'تراجع عن التغييرات']],
  ['Hindi', ['फ़ाइल हटाओ', 'इसे डिलीट करो', 'पुश करो', 'प्रकाशित करो', 'रीसेट करो']],
  ['Hebrew', ['מחק את הענף', 'ומחק את הקובץ', 'תדחוף את זה', 'פרסם את החבילה', 'בטל את השינויים']],
  ['Greek', ['διάγραψε τον κλάδο', 'σβήσε το', 'δημοσίευσε το', 'ανέβασέ το', 'αναίρεσε τις αλλαγές']],
  ['Ukrainian', ['видали гілку', 'опублікуй пакет', 'відправ', 'скасуй зміни', 'відкоти', 'розгорни на прод']],
  [
    'Russian',
    [
      ...[
        'удали ветку',
        'запушь',
        'опубликуй пакет',
        'откати изменения',
        'отмени коммит',
        'очисти базу',
        'выкати релиз',
      ],
      ...['задеплой', 'разверни на проде', 'сбрось всё', 'смёржи'],
    ],
  ],
];

const RUNS: Table = [
  [
    'English',
    [
      ...[
        'run the tests',
        'yes',
        'fix it',
        'commit this',
        'looks good',
        'add docs',
        'refactor it',
        'try it out',
        'continue',
      ],
      ...['go ahead', 'run the lint', 'start the dev server', 'add a changelog entry', 'bump the version', 'try again'],
      ...[
        'format the code',
        'clean up the code',
        'clean it up',
        'enforce the rule',
        'add a dropdown',
        'fix src/pusher.ts',
      ],
      ...['explain the reset logic', 'why did the deploy fail?', 'how does the release work', 'what does drop do'],
      ...[
        'add a test for the delete endpoint',
        'fix the delete button',
        'validate the email field',
        'rename the reset method',
      ],
      ...[
        'update the release notes',
        'fix drag and drop',
        'apply the fix',
        'configure envoy',
        'fix the gui',
        'scale the image',
      ],
      ...['handle the cancellation token', 'add a restaurant', 'find the bug', 'make it faster', 'check the types'],
    ],
  ],
  [
    'Portuguese',
    ['rode os testes', 'sim', 'corrige isso', 'adiciona um teste', 'faz o commit', 'a interface do público'],
  ],
  ['French', ['lance les tests', 'oui', 'corrige ça', 'ajoute un test', 'fais un commit', 'gère le tableau vide']],
  ['Spanish', ['ejecuta las pruebas', 'sí', 'corrige el error del test', 'añade documentación', 'haz commit']],
  ['Italian', ['esegui i test', 'sì', 'correggi il test del modulo', 'aggiungi un test', 'rendi il metodo pubblico']],
  ['German', ['führe die Tests aus', 'ja', 'behebe den Fehler', 'füge einen Test hinzu', 'behandle die leere Liste']],
  ['Dutch', ['voer de tests uit', 'ja', 'voeg een test toe', 'herstel de bug']],
  ['Polish', ['uruchom testy', 'tak', 'napraw to', 'dodaj test']],
  ['Turkish', ['testleri çalıştır', 'evet', 'hatayı düzelt', 'test ekle']],
  ['Vietnamese', ['chạy test', 'có', 'sửa lỗi', 'thêm test', 'sửa trang đăng nhập']],
  [
    'Chinese',
    ['运行测试', '好的', '修复它', '提交', '继续', '添加测试', '重构一下', '格式化代码', '提高测试覆盖率', '更新文档'],
  ],
  [
    'Japanese',
    ['テストを実行して', 'はい', '直して', 'コミットして', '続けて', 'エラーを修正して', 'ドキュメントを追加'],
  ],
  ['Korean', ['테스트 실행해줘', '네', '고쳐줘', '커밋해줘', '계속해', '테스트 추가해줘']],
  ['Arabic', ['شغل الاختبارات', 'نعم', 'أصلح الخطأ', 'أضف اختبارا']],
  ['Hindi', ['टेस्ट चलाओ', 'हाँ', 'इसे ठीक करो', 'टेस्ट जोड़ो']],
  ['Hebrew', ['הרץ את הבדיקות', 'כן', 'תקן את זה', 'הוסף בדיקה']],
  ['Greek', ['τρέξε τα τεστ', 'ναι', 'διόρθωσέ το', 'πρόσθεσε ένα τεστ']],
  ['Ukrainian', ['запусти тести', 'так', 'виправ це', 'додай тест']],
  ['Russian', ['запусти тесты', 'да', 'исправь ошибку', 'закоммить', 'добавь тест', 'верни массив']],
];

describe('a suggestion that publishes or destroys', () => {
  const told = FILLS.flatMap(([language, texts]) => texts.map((text) => [language, text] as const));
  test.each(told)('is told in %s: %j', (_, text) => expect(publishesOrDestroys(text)).toBe(true));
});

describe('an everyday suggestion', () => {
  const passed = RUNS.flatMap(([language, texts]) => texts.map((text) => [language, text] as const));
  test.each(passed)('passes in %s: %j', (_, text) => expect(publishesOrDestroys(text)).toBe(false));
});

test('however it is written', () => {
  for (const text of ['PUSH IT', '  push it', 'Löschen', 'LO\u0308SCHEN', 'push\u00a0it'])
    expect([text, publishesOrDestroys(text)]).toEqual([text, true]);
});
