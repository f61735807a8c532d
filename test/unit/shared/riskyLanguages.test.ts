import { check } from './riskyTable.ts';

check(
  'Portuguese',
  [
    ...['apaga o arquivo', 'exclui a branch', 'deleta isso', 'envia para o servidor', 'publica o pacote'],
    ...['publique', 'sobe pra produção', 'sobe pra producao', 'remove os logs', 'desfaz isso'],
    ...['reverte o commit', 'faz o push'],
  ],
  [...['rode os testes', 'sim', 'corrige isso', 'adiciona um teste', 'faz o commit'], ...['a interface do público']],
);

check(
  'French',
  [
    ...['réinitialise la base', 'réinitialiser le dépôt', 'reinitialise la base', 'déploie'],
    ...['deploie en prod', 'annule le commit', 'rétablis le fichier', 'supprime la branche', 'envoie-le'],
    ...['mets en prod', 'pousse-le', 'fusionne la branche', 'reviens en arrière', 'dépublie'],
    ...[
      'vide la base',
      'fais une mep',
      'ouvre une PR',
      'redéploie',
      "vide l'index",
      'vide l’index',
      'jette le fichier',
    ],
  ],
  ['lance les tests', 'oui', 'corrige ça', 'ajoute un test', 'fais un commit', 'gère le tableau vide'],
);

check(
  'Spanish',
  [
    ...['borra la rama', 'elimina el archivo', 'despliega a producción', 'envíalo', 'publícalo'],
    ...['deshaz el commit', 'restablece la base de datos', 'sube los cambios', 'quita el archivo'],
    ...['fusiona la rama'],
  ],
  ['ejecuta las pruebas', 'sí', 'corrige el error del test', 'añade documentación', 'haz commit'],
);

check(
  'Italian',
  [...['pubblica il pacchetto', 'cancella il ramo', 'rimuovi il file', 'invialo', 'annulla'], ...['ripristina tutto']],
  [...['esegui i test', 'sì', 'correggi il test del modulo', 'aggiungi un test'], ...['rendi il metodo pubblico']],
);

check(
  'German',
  [
    ...['Branch löschen', 'lösch das', 'Lösche den Branch', 'loesche den Branch'],
    ...['veröffentliche das Paket', 'setz den Branch zurück', 'mach das rückgängig', 'roll es aus'],
    ...['lade es hoch', 'entferne die Datei', 'leere die Datenbank', 'erstelle einen Pull Request'],
    ...['schmeiß es weg', 'verwirf die Änderungen', 'stell die Datei wieder her', 'pushe es'],
    ...['schick es ab'],
  ],
  [...['führe die Tests aus', 'ja', 'behebe den Fehler', 'füge einen Test hinzu'], ...['behandle die leere Liste']],
);

check(
  'Dutch',
  [
    ...['verwijder de branch', 'publiceer het', 'draai het terug', 'rol het uit', 'maak het ongedaan'],
    ...['stuur het'],
  ],
  ['voer de tests uit', 'ja', 'voeg een test toe', 'herstel de bug'],
);

check(
  'Polish',
  [...['usuń gałąź', 'usun galaz', 'wypchnij zmiany', 'wdróż to', 'cofnij zmiany', 'wyślij'], ...['opublikuj paczkę']],
  ['uruchom testy', 'tak', 'napraw to', 'dodaj test'],
);

check(
  'Turkish',
  ['dalı sil', 'yayınla', 'YAYINLA', 'gönder', 'geri al', 'canlıya al', 'dosyayı kaldır', 'sıfırla'],
  ['testleri çalıştır', 'evet', 'hatayı düzelt', 'test ekle'],
);

check(
  'Vietnamese',
  ['xóa nhánh', 'xoá nhánh', 'đẩy lên', 'gửi đi', 'triển khai lên production', 'hoàn tác', 'đăng bài'],
  ['chạy test', 'có', 'sửa lỗi', 'thêm test', 'sửa trang đăng nhập'],
);

check(
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
      '發佈套件',
      '重置仓库',
    ],
    ...[
      '清空表',
      '清理数据库',
      '合并分支',
      '发到线上',
      'push一下',
      '提个PR',
      '推',
      '推代码',
      '推一下',
      '推吧',
      '把代码推到远程',
      '发版',
      '发个版',
    ],
    ...['發版', '发包', '丢掉改动'],
  ],
  [
    ...[
      '推荐一个库',
      '推断类型',
      '推理一下',
      '推测原因',
      '推进重构',
      '推导类型',
      '运行测试',
      '好的',
      '修复它',
      '提交',
      '继续',
      '添加测试',
      '重构一下',
    ],
    ...['格式化代码', '提高测试覆盖率', '更新文档'],
  ],
);

check(
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
      '公開して',
    ],
    ...['マイグレーションを実行'],
  ],
  ['テストを実行して', 'はい', '直して', 'コミットして', '続けて', 'エラーを修正して', 'ドキュメントを追加'],
);

check(
  'Korean',
  ['배포해줘', '브랜치 지워줘', '파일 제거해줘', '되돌려줘', '푸시해', '병합해줘', 'PR 올려줘', '운영 서버에 반영해'],
  ['테스트 실행해줘', '네', '고쳐줘', '커밋해줘', '계속해', '테스트 추가해줘'],
);

check(
  'Thai',
  [
    ...['พุชโค้ด', 'ดีพลอยเลย', 'เผยแพร่แพ็กเกจ', 'ปล่อยเวอร์ชันใหม่', 'ลบสาขานี้', 'รีเซ็ตฐานข้อมูล'],
    ...['บังคับ', 'เอาออก', 'ส่งอีเมล', 'ผสานสาขา', 'ย้อนกลับ', 'ยกเลิก'],
  ],
  ['รันเทสต์', 'ใช่', 'แก้ไขเลย', 'เพิ่มเทสต์', 'คอมมิต'],
);

check(
  'Indonesian and Malay',
  [
    ...['dorong perubahan', 'terbitkan paket', 'rilis versi baru', 'hapus cabang', 'menghapus berkas'],
    ...['atur ulang', 'paksa', 'kirim email', 'gabungkan cabang', 'kembalikan commit'],
    ...['batalkan perubahan', 'padam fail', 'hantar', 'keluarkan fail', 'tetapkan semula', 'muat naik'],
    ...['buat PR', 'deploy ke produksi', 'tolak ke main'],
  ],
  [],
);

check(
  'Danish',
  [
    ...['push det', 'udgiv pakken', 'frigiv version 2', 'slet grenen', 'fjern filen', 'nulstil databasen'],
    ...['send det', 'flet grenen', 'fortryd ændringerne', 'rul det tilbage', 'tving det', 'smid det væk'],
    ...['gendan filen'],
  ],
  ['kør testene', 'ja', 'ret fejlen', 'tilføj en test', 'commit det', 'gør metoden offentlig'],
);

check(
  'Swedish',
  [
    ...['pusha ändringarna', 'publicera paketet', 'släpp version 2', 'radera grenen', 'ta bort filen'],
    ...['skicka det', 'återställ databasen', 'tvinga', 'slå ihop grenarna', 'ångra ändringarna'],
    ...['rulla tillbaka', 'deploya'],
  ],
  ['kör testerna', 'ja', 'fixa felet', 'lägg till ett test', 'sortera raderna', 'committa'],
);

check(
  'Norwegian',
  [
    ...['publiser pakken', 'slipp versjon 2', 'slett grenen', 'fjern filen', 'tilbakestill databasen'],
    ...['send den', 'tving det', 'slå sammen grenene', 'angre endringene', 'rull tilbake', 'ta den bort'],
    ...['sett i produksjon'],
  ],
  ['kjør testene', 'ja', 'rett feilen', 'legg til en test'],
);

check(
  'Finnish',
  [
    ...['puske muutokset', 'työnnä muutokset', 'julkaise paketti', 'poista haara', 'pudota taulu'],
    ...['nollaa kanta', 'pakota', 'lähetä se', 'yhdistä haara', 'kumoa muutokset', 'palauta tiedosto'],
    ...['vie tuotantoon'],
  ],
  ['aja testit', 'kyllä', 'korjaa virhe', 'lisää testi', 'jatka'],
);

check(
  'Czech',
  [
    ...['pushni to', 'nasaď to', 'publikuj balíček', 'zveřejni balíček', 'vydej verzi', 'smaž větev'],
    ...['odstraň soubor', 'zahoď změny', 'resetuj databázi', 'vynuť to', 'pošli to', 'sluč větev'],
    ...['vrať změny', 'obnov soubor'],
  ],
  ['spusť testy', 'ano', 'oprav chybu', 'přidej test', 'přepiš to do TypeScriptu'],
);

check(
  'Slovak',
  [
    ...['nasaď to', 'zverejni balík', 'vydaj verziu', 'zmaž vetvu', 'odstráň súbor', 'zahoď zmeny'],
    ...['vynúť to', 'pošli to', 'zlúč vetvu', 'vráť zmeny', 'resetuj databázu'],
  ],
  ['spusti testy', 'áno', 'oprav chybu', 'pridaj test'],
);

check(
  'Romanian',
  [
    ...['împinge modificările', 'publică pachetul', 'lansează versiunea', 'șterge ramura'],
    ...['elimină fișierul', 'resetează baza', 'forțează', 'scoate fișierul', 'trimite-l', 'îmbină ramura'],
    ...['anulează commitul', 'revino la commit', 'pune în producție', 'aruncă modificările'],
  ],
  ['rulează testele', 'da', 'repară eroarea', 'adaugă un test', 'implementează metoda'],
);

check(
  'Hungarian',
  [
    ...['pushold', 'told fel', 'telepítsd élesre', 'publikáld', 'tedd közzé', 'add ki', 'töröld az ágat'],
    ...['dobd el', 'távolítsd el', 'állítsd vissza', 'kényszerítsd', 'küldd el', 'egyesítsd'],
    ...['vond vissza', 'mergeld'],
  ],
  ['futtasd a teszteket', 'igen', 'javítsd ki a hibát', 'adj hozzá egy tesztet'],
);

check(
  'Croatian and Serbian',
  ['obriši granu', 'ukloni datoteku', 'objavi paket', 'pošalji', 'обриши грану', 'пошаљи'],
  [],
);

check('Bulgarian', ['изтрий клона', 'премахни файла', 'публикувай пакета', 'изпрати го', 'върни промените'], []);

check('Catalan', ['esborra la branca', 'desplega', 'puja els canvis', 'desfés els canvis', 'publica el paquet'], []);

check('Persian', ['حذف کن', 'پاک کن', 'منتشر کن', 'ارسال کن', 'ادغام کن', 'بازگردان'], []);

check(
  'a language without words here',
  ['শাখা মুছে দাও', 'கிளையை நீக்கு', 'წაშალე', 'ջնջիր', 'የቅርንጫፍ', 'бұтақты өшір'],
  [],
);

check(
  'Arabic',
  ['احذف الفرع', 'اِحذف الملف', 'انشر الحزمة', 'ادفع التغييرات', 'أرسل الملف', 'تراجع عن التغييرات'],
  ['شغل الاختبارات', 'نعم', 'أصلح الخطأ', 'أضف اختبارا'],
);

check(
  'Hindi',
  ['फ़ाइल हटाओ', 'इसे डिलीट करो', 'पुश करो', 'प्रकाशित करो', 'रीसेट करो'],
  ['टेस्ट चलाओ', 'हाँ', 'इसे ठीक करो', 'टेस्ट जोड़ो'],
);

check(
  'Hebrew',
  ['מחק את הענף', 'ומחק את הקובץ', 'תדחוף את זה', 'פרסם את החבילה', 'בטל את השינויים'],
  ['הרץ את הבדיקות', 'כן', 'תקן את זה', 'הוסף בדיקה'],
);

check(
  'Greek',
  ['διάγραψε τον κλάδο', 'σβήσε το', 'δημοσίευσε το', 'ανέβασέ το', 'αναίρεσε τις αλλαγές'],
  ['τρέξε τα τεστ', 'ναι', 'διόρθωσέ το', 'πρόσθεσε ένα τεστ'],
);

check(
  'Ukrainian',
  ['видали гілку', 'опублікуй пакет', 'відправ', 'скасуй зміни', 'відкоти', 'розгорни на прод'],
  ['запусти тести', 'так', 'виправ це', 'додай тест'],
);

check(
  'Russian',
  [
    ...['удали ветку', 'запушь', 'опубликуй пакет', 'откати изменения', 'отмени коммит', 'очисти базу'],
    ...['выкати релиз', 'задеплой', 'разверни на проде', 'сбрось всё', 'смёржи'],
  ],
  ['запусти тесты', 'да', 'исправь ошибку', 'закоммить', 'добавь тест', 'верни массив'],
);

check('Indonesian', [], ['jalankan tes', 'ya', 'perbaiki itu', 'tambahkan tes', 'lanjutkan']);
