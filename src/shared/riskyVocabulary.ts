/**
 * What words publish, destroy or undo, as data: lower case, accents as people write them, one paragraph a language or a
 * family of them. The verbs: push, deploy, publish, release, send, merge, delete, drop, remove, reset, force, revert, and
 * what else of the kind is said to a program.
 */

/** English verbs without the ending that they lose: `releas` stands for release, releases, released and releasing. */
export const ENGLISH_VERBS = `
  push deploy publish releas send upload submit+ merg promot ship+ squash amend rebas yank
  delet drop+ reset+ forc remov unlink destroy eras purg nuk trash discard uninstall prun revert restor revok
  kill appl[yi] migrat shred zap+
`;

/** Whole words; other forms of them are not meant or are words of their own. */
export const WHOLE_WORDS = `
  rollout dropdb rm rmdir wipe wipes wiped wiping truncate overwrite overwrites overwriting overwritten undo undoes undone
  undoing checkout expire pkill killall shutdown reboot halt poweroff mkfs terminate drain flushall flushdb publication
  submission scrap scraps scrapped scrapping decommission ditch announce terraform kubectl helm pulumi production prod

  apagar apaga apague apaguem excluir exclui exclua deletar deleta delete deletando remover remove remova retirar retira
  tira descartar descarta descarte enviar envia envie mandar manda mande publicar publica publique subir sobe suba
  implantar implanta implante forçar força force mesclar mescla mescle reverter reverte reverta desfazer desfaz desfaça
  restaurar restaura restaure resetar reseta resete zerar zera zere derrubar derruba derrube sobrescrever sobrescreve
  sobrescreva desinstalar desinstala desinstale migrar migra migre migração produção

  borrar borra borre bórralo eliminar elimina elimine elimínalo quitar quita quítalo desplegar despliega despliegue
  envía envíalo forzar fuerza fuerce revertir revierte revierta deshacer deshaz deshaga restablecer restablece sube súbelo
  reinicializar fusionar fusiona fusione sobrescribir sobrescribe anular anula anule publícalo lanzar producción
  esborrar esborra desplega puja desfés desfer reverteix llança producció

  supprimer supprime supprimes supprimez effacer efface effacez enlever enlève enlevez retirer retire retirez publier
  publie publies publiez déployer déploie déployez déploiement pousser pousse poussez envoyer envoie envoyez forcer forcez
  fusionner fusionne fusionnez réinitialiser réinitialise réinitialisez réinitialisation annuler annule annulez rétablir
  rétablis rétablissez restaurer restaurez défaire défais défaites écraser écrase écrasez vider videz abandonner
  abandonne livrer livrez désinstaller désinstalle désinstallez migrer migrez mep vire virez jette jetez

  pubblica pubblicare pubblicalo cancella cancellare cancellalo rimuovi rimuovere rimuovilo elimina eliminalo invia
  inviare invialo rilascia rilasciare distribuisci distribuire forza forzare annulla annullare ripristina ripristinare
  reimposta reimpostare scarta scartare sovrascrivi sovrascrivere disinstalla svuota svuotare azzera azzerare togli
  togliere spingi produzione migra

  împinge scoate anulează anula revino desfășoară forța elibera distribuie șters lansa lansează livra livrează

  sende senden schicke schicken schick pushe pushen gepusht mergen merge deploye deployen verwirf verwerfe verwerfen
  rückgängig rueckgaengig produktion prod ausliefern veröffentlichung freigeben

  wis wissen stuur sturen verstuur versturen zend pushen forceer forceren ongedaan terugdraaien overschrijf
  overschrijven samenvoegen uitrollen productie migreer leegmaken

  slet flet smid rul kassér droppa dropp släpp släppa släpper slipp slippe slipper ångra angre angr utgi utgivelse

  pusha pushar pushaa pushni pushnout mergea mergeaa perua peru

  scal scalić scalaj wypchnij wypchnąć wyślij wysłać wysyłaj wydaj wdróż wdrożyć wdrażaj zresetuj resetuj cofnij cofnąć
  nadpisz wymuś scalenie skasuj kasuj migruj wycofaj wgraj wgrać wrzuć wrzucić wymaż porzuć pchnij wypuść

  nahraj nahrát pošli poslat poslať posílej vydej vydaj vydat vydať vrať vrátit vrátiť shoď dropni slouč sluč pošalji pošaljite vrati gurni

  dobd dobja ürítsd élesre élesbe küldd küldje töltsd

  sil silin silme gönder gönderin yayınla yayımla kaldır sıfırla dağıt birleştir zorla iptal

  kirim kirimkan mengirim tolak timpa rilis dirilis merilis

  удали пуш пушни запушь слей влей прод сотри стереть снеси снести убей убить залей залить выложи отзови отозвать разошли
  форсни форс мерж мержи смержи смёрджи
  зітри стерти скинь надішли надіслати злити прибери прибрати вилий
  качи върни нулирай обједини спои врати гурни

  מחק מחק תמחק למחוק ומחק מחיקה פרסם תפרסם לפרסם ופרסם דחוף תדחוף לדחוף ודחוף שלח תשלח לשלוח ושלח אפס תאפס לאפס הסר תסיר
  להסיר בטל תבטל לבטל שחזר תשחזר לשחזר פרוס תפרוס לפרוס מזג תמזג למזג העלה תעלה להעלות שחרר לשחרר פרודקשן דיפלוי
`;

/** Beginnings of words, for languages that put endings on them; none begins an English word that is not meant. */
export const STEMS = `
  lösch loesch veröffentlich veroeffentlich zurücksetz zuruecksetz zurückroll ausroll bereitstell hochlad entfern erzwing
  wiederherstell überschreib ueberschreib wegwerf deinstallier migrier
  verwijder publiceer publicer terugzet deïnstalleer
  offentliggør frigiv frigør udgiv udrul fjern nulstil gendan overskriv tilbagefør fortryd tving produktion
  radera radering återställ skicka driftsätt avinstaller nollställ deploya
  publiser slett tilbakestill nullstill gjenopprett forkast avinstaller produksjon
  julkais poist pudot nollaa nollat pakota lähet yhdist kumoa kumot palaut peruut työnn puske tuotanto tuotann hylkä
  tuhoa tuhot tyhjenn
  usuń usuw skasow opublik publikuj przywró odrzuć odinstaluj produkcj
  nasaď nasaz zveřejn zverejn publikova smaž vymaž zmaž odstran zahoď resetuj vynuť vynuluj odešl odosl sloučit zlúč
  obnov deployn mergn odinstal zruš produkci protlač
  obriši izbriši ukloni objavi poništ resetir prisil spoji isporuč
  trimit publică șterg elimin resete forțeaz îmbin uneșt restabil restaure renunț arunc suprascri distrug goleșt
  dezinstal fuzion
  töröl törl eltávolít távolíts publikál élesít telepít közzé kényszer erőltes elküld egyesít vissza
  feltölt kiürít felülír megszűntet szüntes semmisít pushol deployol mergel dropol
  gönder yayınla yayımla kaldır sıfırla
  dorong terbitkan diterbitkan menerbitkan publikasi hapus dihapus menghapus buang padam jatuhkan paksa hantar gabung
  kembalikan batalkan pulihkan unggah mengunggah lepaskan keluarkan singkirkan hilangkan luncurkan kosongkan musnahkan
  sebarkan
  удали удаля удалени опублик публикац запуш задепло деплои сброс отправ откат откач отмени отменя восстанов очист выкат
  релиз перезапи принудит мигра мигрир развер продакш смерж вмерж стира
  видали видаля видаленн опублі запуш задепло відправ скасу скину відкат відкот віднов розгорн розгорт реліз мігра перезапи змерж
  изтри премахн публикув изпрат слее внедр обриши избриши уклони пошаљи објави поништи
  διαγραψ διαγραφ σβησ δημοσιευ ανεβασ στειλ αποστολ επαναφορ επαναφερ αναιρεσ ακυρωσ αφαιρεσ συγχωνευ καταργησ απορριψ
`;

/** Anywhere in the text, for languages that put no space between words, or parts on both ends of them. */
export const PIECES: readonly string[] = [
  '推(?![荐薦断斷理测測导導算论論演进進迟遲敲介销銷广廣崇特想翻])|发布|發布|发佈|發佈|部署|上线|上線|下线|下線|上架|下架|发个?新?版|發個?新?版|发包|發包',
  '删|刪|清空|清除|重置|强制|強制|丢弃|丟棄|丢掉|扔掉|干掉|回滚|回滾|回退|覆盖(?!率)|覆蓋(?!率)|合并|合併|合入|发送|發送|傳送|送出|寄出',
  '发给|發給|发邮件|发帖|发个?\\s?pr|提交到|提个?\\s?[pm]r|移除|去除|去掉|撤销|撤銷|撤回|取消|还原|還原|恢复|恢復|迁移|遷移|卸载|卸載|销毁|銷毀|终止|終止|生产|生產|线上|線上|上传|上傳|公开|公開|擦除|抹掉',
  '(?:清理|清掉).*(?:数据|資料|分支|缓存|快取|文件|檔案|表)',
  'プッシュ|デプロイ|公開|リリース|削除|リセット|破棄|マージ|送信|送って|消し|消す|消去|取り消|取消|取り除|除去|戻して|戻す|元に戻|復元|本番|初期化|上書き|強制|投稿|配信|アップロード|ロールバック|マイグレーション|移行|クリアして',
  'リバート|パブリッシュ|捨て|ドロップ(?!ダウン)|(?:pr|プルリク).*(?:出|作)',
  '푸시|푸쉬|배포|삭제|게시|초기화|강제|릴리스|릴리즈|병합|머지|전송|보내|지워|지우|제거|되돌|롤백|복원|취소|폐기|버려|덮어|업로드|발행|출시|공개|비워|리셋|마이그레이션|프로덕션|운영\\s?(?:서버|환경)|(?:pr|피알).*올려',
  '퍼블리시|드롭(?!다운)|드랍|날려|없애|리버트',
  'حذف|امسح|انشر|نشر|ادفع|ارسل|ارسال|ازل|ازال|تراجع|استعد|استعاد|اعادة تعيين|اعد تعيين|ادمج|دمج|ارفع|الغاء|الانتاج',
  'پاک|منتشر|انتشار|استقرار|دیپلوی|پوش|ادغام|بازگردان|برگردان|ریست|بفرست|لغو',
  'हटा|मिटा|डिलीट|पुश|प्रकाशित|पब्लिश|डिप्लॉय|डिप्लोय|तैनात|रीसेट|भेज|पूर्ववत|मर्ज|रिलीज|अपलोड|ड्रॉप|प्रोडक्शन|वापस ला|खाली कर',
  'พุช|ผลัก|ดัน|ดีพลอย|ดีพลอย์|ปรับใช้|เผยแพร่|ปล่อย|รีลีส|ลบ|ดรอป|ดร็อป|รีเซ็ต|รีเซต|บังคับ|เอาออก|นำออก|ถอน|ส่ง|ผสาน|รวม|เมิร์จ|เมอร์จ|มิร์จ|ย้อน|ยกเลิก|เลิกทำ|คืนค่า|กู้คืน|ล้าง|ทิ้ง|ทำลาย|เขียนทับ|อัปโหลด|อัพโหลด|โปรดักชัน|โปรดักชั่น|ขึ้นระบบ',
];

/** Where accents are tones, a word without them is another one: "gửi" sends, and a "gui" is what programs have. */
export const TONAL_WORDS =
  'xóa|xoá|gỡ|đẩy|gửi|đăng(?! nhập| ký)|triển khai|xuất bản|phát hành|khôi phục|hoàn tác|đặt lại|ghi đè|gộp|hợp nhất|loại bỏ|hủy|huỷ|tải lên';

/** More than a word: options of a command, where a verb stands, what it is done to, verbs of two parts. */
export const SIGNS: readonly RegExp[] = [
  /(?:^|\s)-[abceg-z]*[fd][a-z]*(?:\s|$)/,
  /^del\s|\bgit (?:clean|gc|filter)\b|\bcompose down\b|\bdown -v\b|\bgh (?:pr|release|repo|issue|gist|secret)\b/,
  /(?:^|[,;&]\s*|\b(?:and|then|to|please|now|just|git|also|or)\s+)(?:tag|post|repost|e-?mail|tweet)\b/,
  /\broll(?:s|ing)?[\s-](?:(?:it|them|this|that|everything) )?(?:back|out)\b|\bgo(?:es)? (?:live|public|back to)\b|\b(?:back(?:ing)?|blow(?:ing)?) (?:(?:it|them|this|that) )?(?:out|away)\b/,
  /\b(?:get rid of|throw (?:it |them |that )?away|tear(?:ing)? (?:it |them )?down|take (?:it |them )?(?:down|offline)|put (?:it |them )?(?:live|online)|shut(?:ting)? (?:it |them )?down)\b/,
  /\b(?:repo|repositor(?:y|ies)|project|package|gist|bucket|site|it|this|everything)\b.*\bpublic\b|\bopen[\s-]sourc|\bsync\b.*\b(?:remote|origin|upstream|fork|branch|changes)\b/,
  /\b(?:open|create|make|raise|put up|file|close|approve|comment on|reply to)\b.*\b(?:prs?|mrs?|pull[\s-]requests?|merge[\s-]requests?|issues?|tickets?)\b/,
  /\b(?:clean(?:s|ing)?[\s-]?(?:up|out)?|clear(?:s|ing)?|empt(?:y|ies|ying)|flush(?:es|ing)?)\b.*\b(?:branch|database|db|table|volume|container|image|bucket|dis[ck]|drive|partition|cache|record|file|folder|director)|\bformat\b.*\b(?:dis[ck]|drive|partition|volume)/,
  /(?:^|\s)(?:abr[aei]|cri[ae]|cre[ae]|faz|haz|fais|ouvre|apri|erstelle?|offne|mache?|maak|utworz|otworz|stworz|zrob|vytvor|otevri|skapa|oppna|opprett|apne|opret|abn|avaa|tee|buat|buka|создаи|открои|сделаи|створи|відкрии)(?=\s).*\b(?:prs?|mrs?|pull[\s-]requests?|merge[\s-]requests?)\b/,
  /\b(?:setze?|stelle?|mache?)\b.*\b(?:zuruck|zurueck|wieder her)\b|\blade?\b.*\bhoch\b|\brolle?\b.*\baus\b|\b(?:wirf|schmei\S+) .*\bweg\b|\bnimm\b.*\bzuruck\b|\bleere?n? (?:die|den|das|alle)\b/,
  /\b(?:draai|zet)\b.*\bterug\b|\brol\b.*\buit\b|\bgooi\b.*\bweg\b|\bbreng\b.*\buit\b|\bvoeg\b.*\bsamen\b|\bmaak\b.*\bleeg\b|\bzet\b.*\blive\b/,
  /\b(?:mets|met|mettre|mettez) en (?:prod|production|ligne)\b|\b(?:reviens|revenir|revenez) (?:en arriere|a la)\b|\b(?:mise|passe) en prod|\bremet\S* .*\ba zero\b|\bvide[sz]?[\s-](?:l'|(?:l[ae]s?|cet?|cette|ces|tout)(?![a-z]))/,
  /\bgeri al|\bcanliya\b|\bpone? en produccion\b|\bquite (?:el|la|los|las|eso|esto)\b|\b(?:bota|joga) (?:no ar|fora)\b|\bvolta(?:r)? (?:atras|a versao)\b|\bpun(?:e|eti|ere) in productie\b/,
  /\bta(?:r|ge?)? (?:\S+ )?(?:bort|vek|væk|vekk)\b|\b(?:smid|kast|kasta|sleng|slang)\b.*\b(?:vek|væk|vekk|bort|ivag|ud|ut)\b|\bskriv\b.*\bover\b|\bsl(?:a|å) (?:\S+ )?(?:ihop|samman|sammen)\b/,
  /\b(?:rulla?|rul|las[st]?|last|lagg|legg|laeg|læg|ladda)\b.*\b(?:tillbaka|tilbage|tilbake|ut|ud|upp|opp|op)\b|\b(?:ota|otetaan|vie) .*\bkayttoon\b/,
  /\b(?:add|adja|told|tolja|tegye?d?) (?:\S+ )?(?:ki|fel|kozze)\b|\b(?:setel|atur|tetapkan) (?:ulang|semula)\b|\bmuat naik\b/,
];
