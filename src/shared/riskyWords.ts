/**
 * Which suggestions only fill in, however Enter is set: those that would publish, destroy, or undo. What is caught by
 * mistake costs one more Enter and what is missed may cost a branch, so in doubt a word is caught, in every language
 * whose users we know of. Let through are the everyday steps ("run the tests", "commit this"), and in English also what
 * only asks ("explain the reset logic") or changes code that is named after such a deed ("fix the delete button").
 */
export function publishesOrDestroys(text: string): boolean {
  const plain = text.normalize('NFC').toLowerCase().trim();
  if (plain.startsWith('/')) return true;
  const folded = fold(plain);
  if (ASKS.test(folded) && !GOES_ON.test(folded)) return false;
  const told = folded.replace(HARMLESS, ' ');
  const deed = CHANGES_CODE.test(told) && !LEADS_ON.test(told) ? told.replace(NAMED_AFTER, ' ') : told;
  if (SIGNS.some((sign) => sign.test(deed)) || PIECES.test(folded) || TONAL.test(plain)) return true;
  return (deed.match(WORDS) ?? []).some((word) => RISKY_WORDS.has(word) || STEMS.test(word));
}

/** Without accents, which many leave out, and with one letter for those that only look different. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0655]/g, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .normalize('NFC');
}

/** Latin letters are a word of their own also where another script follows without a space. */
const WORDS = /[\p{Script=Latin}\p{N}]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}\p{N}])+/gu;

/** Nothing is done where something is explained. */
const ASKS =
  /^(?:please )?(?:explain|describe|summari[sz]e|(?:why|where|when|who|which)\b(?! not| don)|(?:how|what) (?:do|does|did|is|are|was|were|would|will|happens|can)\b)/;
const GOES_ON = /[,;&|+.]|\b(?:and|then|or|but|if)\b/;

const HARMLESS =
  /\bdrag[\s-]and[\s-]drop\b|\bapply(?:ing)? (?:(?:the|this|that|these|those|your|all|it) )*(?:fix|fixes|suggestions?|patch|refactoring|formatting)\b/g;

/** "Fix the delete button" deletes nothing; "fix it and delete the branch" and "fix production" are something else. */
const CHANGES_CODE =
  /^(?:please )?(?:add|fix|rename|refactor|implement|improve|simplify|extract|style|validate|handle|document|update|write|cover|check(?! out)|review|look at)\b/;
const LEADS_ON = /[,;&|+]|\b(?:and|then|or|by|to|so|before|after)\b/;
const NAMED_AFTER =
  /\b(?:push|deploy|publish|release|delete|drop|reset|remove|undo|restore|merge|send|submit|upload|apply|clear|discard|post|e-?mail|tag|checkout|migration|kill|revert)\s+(?:action|bug|button|callback|class|code|command|component|config|dialog|docs|documentation|endpoint|error|event|field|flag|flow|form|function|guide|handler|hook|icon|input|key|label|link|logic|menu|message|method|modal|notes|notification|option|page|parser|path|request|route|script|section|state|step|test|type|validation|view|workflow)s?\b/g;

/** More than a word: where a verb stands, what it is done to, verbs of two parts. */
const SIGNS: readonly RegExp[] = [
  /(?:^|\s)-[a-z]*[fd][a-z]*(?:\s|$)/,
  /^del\s|\bgit (?:clean|gc)\b/,
  /(?:^|[,;&]\s*|\b(?:and|then|to|please|now|just|git|also|or)\s+)(?:tag|post|e-?mail|tweet)\b/,
  /\broll(?:s|ing)?[\s-](?:(?:it|them|this|that|everything) )?(?:back|out)\b|\b(?:get rid of|throw (?:it |them |that )?away|tear(?:ing)? down|take (?:it |them )?(?:down|offline)|go(?:es)? live|shut(?:ting)? down)\b/,
  /\b(?:open|create|make|raise|file|close|approve|comment on|reply to)\b.*\b(?:prs?|mrs?|pull[\s-]requests?|merge[\s-]requests?|issues?|tickets?)\b/,
  /\b(?:clean(?:s|ing)?[\s-]?(?:up|out)?|clear(?:s|ing)?|empt(?:y|ies|ying)|flush(?:es|ing)?)\b.*\b(?:branch|database|db|table|volume|container|image|bucket|dis[ck]|drive|partition|cache|record|file|folder|director)|\bformat\b.*\b(?:dis[ck]|drive|partition|volume)/,
  /\b(?:setze?|stelle?|mache?)\b.*\b(?:zuruck|zurueck|wieder her)\b|\blade?\b.*\bhoch\b|\brolle?\b.*\baus\b|\bwirf\b.*\bweg\b/,
  /\b(?:draai|zet)\b.*\bterug\b|\brol\b.*\buit\b|\bgooi\b.*\bweg\b/,
  /\b(?:mets|met|mettre|mettez) en (?:prod|production|ligne)\b|\b(?:reviens|revenir|revenez) (?:en arriere|a la)\b|\b(?:mise|passe) en prod/,
  /\bgeri al|\bcanliya\b|\bpone? en produccion\b|\b(?:bota|joga) (?:no ar|fora)\b|\bvolta(?:r)? (?:atras|a versao)\b/,
];

const RISKY_WORDS = new Set(
  fold(
    `push pushes pushing deploy deploys deploying deployment publish publishes publishing unpublish release releases
    releasing rollout ship send upload submit merge promote
    delete deletes deleting drop drops dropping dropdb reset resets resetting force forced remove removes removing
    rm rmdir unlink destroy destroys wipe erase purge nuke trash scrap truncate overwrite discard uninstall prune revert
    rollback undeploy undo restore checkout revoke expire kill shutdown reboot mkfs terminate drain
    apply applies applying terraform kubectl helm migrate migrates migrating migration migrations production prod

    apagar apaga apague apaguem excluir exclui exclua deletar deleta delete deletando remover remove remova retirar retira
    tira descartar descarta descarte enviar envia envie mandar manda mande publicar publica publique subir sobe suba
    implantar implanta implante forçar força force mesclar mescla mescle reverter reverte reverta desfazer desfaz desfaça
    restaurar restaura restaure resetar reseta resete zerar zera zere derrubar derruba derrube sobrescrever sobrescreve
    sobrescreva desinstalar desinstala desinstale migrar migra migre migração produção

    borrar borra borre bórralo eliminar elimina elimine elimínalo quitar quita quite quítalo desplegar despliega despliegue
    envía envíalo forzar fuerza fuerce revertir revierte revierta deshacer deshaz deshaga restablecer restablece sube súbelo
    reinicializar fusionar fusiona fusione sobrescribir sobrescribe anular anula anule publícalo lanzar producción

    supprimer supprime supprimes supprimez effacer efface effacez enlever enlève enlevez retirer retire retirez publier
    publie publiez déployer déploie déployez déploiement pousser pousse poussez envoyer envoie envoyez forcer forcez
    fusionner fusionne fusionnez réinitialiser réinitialise réinitialisez réinitialisation annuler annule annulez rétablir
    rétablis rétablissez restaurer restaurez défaire défais défaites écraser écrase écrasez vider videz abandonner
    abandonne livrer livrez désinstaller désinstalle désinstallez migrer migrez

    pubblica pubblicare pubblicalo cancella cancellare cancellalo rimuovi rimuovere rimuovilo elimina eliminalo invia
    inviare invialo rilascia rilasciare distribuisci distribuire forza forzare annulla annullare ripristina ripristinare
    reimposta reimpostare scarta scartare sovrascrivi sovrascrivere disinstalla svuota svuotare azzera azzerare togli
    togliere spingi produzione migra

    sende senden schicke schicken schick pushe pushen gepusht mergen merge deploye deployen verwirf verwerfe verwerfen
    rückgängig rueckgaengig produktion prod ausliefern veröffentlichung freigeben

    wis wissen stuur sturen verstuur versturen zend pushen forceer forceren ongedaan terugdraaien overschrijf
    overschrijven samenvoegen uitrollen productie migreer leegmaken

    scal scalić scalaj wypchnij wypchnąć wyślij wysłać wysyłaj wydaj wdróż wdrożyć wdrażaj zresetuj resetuj cofnij cofnąć
    nadpisz wymuś scalenie skasuj kasuj migruj

    sil silin silme gönder gönderin yayınla yayımla kaldır sıfırla dağıt birleştir zorla iptal

    удали пуш пушни запушь слей влей прод сотри стереть снеси снести убей убить залей залить выложи отзови отозвать разошли
    форсни форс мерж мержи смержи смёрджи
    зітри стерти скинь надішли надіслати злити прибери прибрати вилий
    мחק מחק תמחק למחוק ומחק מחיקה פרסם תפרסם לפרסם ופרסם דחוף תדחוף לדחוף ודחוף שלח תשלח לשלוח ושלח אפס תאפס לאפס הסר תסיר
    להסיר בטל תבטל לבטל שחזר תשחזר לשחזר פרוס תפרוס לפרוס מזג תמזג למזג העלה תעלה להעלות שחרר לשחרר פרודקשן דיפלוי`,
  ).split(/\s+/),
);

/** Beginnings of words, for languages that put endings on them; none begins an English word that is not meant. */
const STEMS = startingWith(
  `lösch loesch veröffentlich veroeffentlich zurücksetz zuruecksetz zurückroll ausroll bereitstell hochlad entfern erzwing
  wiederherstell überschreib ueberschreib wegwerf deinstallier migrier
  verwijder publiceer publicer terugzet deïnstalleer
  usuń usuw skasow opublik publikuj przywró odrzuć odinstaluj produkcj
  удали удаля удалени опублик публикац запуш задепло деплои сброс отправ откат откач отмени отменя восстанов очист выкат
  релиз перезапи принудит мигра мигрир развер продакш смерж вмерж стира
  видали видаля видаленн опублі запуш задепло відправ скасу скину відкат відкот віднов розгорн розгорт реліз мігра перезапи змерж
  διαγραψ διαγραφ σβησ δημοσιευ ανεβασ στειλ αποστολ επαναφορ επαναφερ αναιρεσ ακυρωσ αφαιρεσ συγχωνευ καταργησ απορριψ
  gönder yayınla yayımla kaldır sıfırla`,
);

/** Anywhere in the text, for languages that put no space between words, or parts on both ends of them. */
const PIECES = new RegExp(
  fold(
    [
      '推送|推到|推上|发布|發布|发佈|發佈|部署|上线|上線|下线|下線|删|刪|清空|清除|重置|强制|強制|丢弃|丟棄|回滚|回滾|回退|覆盖(?!率)|覆蓋(?!率)|合并|合併|发送|發送',
      '发给|發給|发邮件|发帖|发个?\\s?pr|提交到|提个?\\s?pr|移除|去除|去掉|撤销|撤銷|撤回|取消|还原|還原|恢复|恢復|迁移|遷移|卸载|卸載|销毁|銷毀|终止|終止|生产|生產|线上|線上|上传|上傳|公开|擦除|抹掉',
      '(?:清理|清掉).*(?:数据|資料|分支|缓存|快取|文件|檔案|表)',
      'プッシュ|デプロイ|公開|リリース|削除|リセット|破棄|マージ|送信|送って|消して|消す|消去|取り消|取消|取り除|除去|戻して|戻す|元に戻|復元|本番|初期化|上書き|強制|投稿|配信|アップロード|ロールバック|マイグレーション|移行|クリアして',
      '푸시|푸쉬|배포|삭제|게시|초기화|강제|릴리스|릴리즈|병합|머지|전송|보내|지워|지우|제거|되돌|롤백|복원|취소|폐기|버려|덮어|업로드|발행|출시|공개|비워|리셋|마이그레이션|프로덕션|운영\\s?(?:서버|환경)|(?:pr|피알).*올려',
      'حذف|امسح|انشر|نشر|ادفع|ارسل|ارسال|ازل|ازال|تراجع|استعد|استعاد|اعادة تعيين|اعد تعيين|ادمج|دمج|ارفع|الغاء|الانتاج',
      'हटा|मिटा|डिलीट|पुश|प्रकाशित|पब्लिश|डिप्लॉय|डिप्लोय|तैनात|रीसेट|भेज|पूर्ववत|मर्ज|रिलीज|अपलोड|ड्रॉप|प्रोडक्शन|वापस ला|खाली कर',
    ].join('|'),
  ),
  'u',
);

/** Where accents are tones, a word without them is another one: "gửi" sends, and a "gui" is what programs have. */
const TONAL =
  /(?:^|[^\p{L}])(?:xóa|xoá|gỡ|đẩy|gửi|đăng(?! nhập| ký)|triển khai|xuất bản|phát hành|khôi phục|hoàn tác|đặt lại|ghi đè|gộp|hợp nhất|loại bỏ|hủy|huỷ|tải lên)(?![\p{L}])/u;

function startingWith(stems: string): RegExp {
  return new RegExp(`^(?:${fold(stems).trim().split(/\s+/).join('|')})`, 'u');
}
