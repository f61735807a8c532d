/**
 * What the filter's rules know of languages, as data: one line a language (en, pt, es, fr, de, it, nl, pl,
 * ru, tr, zh, ja, ko, others). All of it is matched against folded text: lower case, NFKC, straight
 * apostrophes, single spaces.
 */

/** The whole of a suggestion that says that there is nothing left to do. */
export const DONE = phrases(`
  done | all done | we're done | it's done | done here | finished | complete | completed | all set | task done | task complete | task completed | task is complete | that's it | that's all | that's everything
  feito | pronto | tudo pronto | concluído | concluído com sucesso | terminado | tarefa concluída
  hecho | listo | todo listo | terminado | completado | tarea completada
  fait | c'est fait | terminé | c'est terminé | fini | tâche terminée
  fertig | erledigt | abgeschlossen | alles fertig | alles erledigt
  fatto | finito | completato | klaar | gedaan | gotowe | zrobione | allt klart | alt klart
  готово | всё готово | сделано | выполнено | завершено | bitti | tamamlandı
  完成 | 完成了 | 已完成 | 全部完成 | 任务完成 | 任務完成 | 搞定 | 搞定了 | 做完了
  完了 | 完了です | 完了しました | 終わり | 終わりました | できました
  완료 | 완료됨 | 완료했습니다 | 완료되었습니다 | 끝 | 끝났습니다
  تم | انتهى | हो गया | xong | selesai
`);

/** The whole of a suggestion that talks about there being none. */
export const META = phrases(`
  none | null | nil | n/a | undefined | not applicable | empty | empty string | blank | nothing | nothing found | nothing here | nothing else | nothing more | nothing needed | silence | silent
  nada | nada encontrado | nada a sugerir | sem sugestão | sem sugestões | nenhuma sugestão | silêncio
  nada que sugerir | sin sugerencia | sin sugerencias | ninguna sugerencia | silencio
  rien | rien à suggérer | aucune suggestion | pas de suggestion
  nichts | nichts vorzuschlagen | kein vorschlag | keine vorschläge | stille | schweigen
  niente | nulla | nessun suggerimento | silenzio | niets | geen suggestie | geen suggesties | stilte | brak | brak sugestii | cisza
  ничего | ничего не найдено | нет предложений | молчание | тишина | öneri yok | sessizlik
  无 | 無 | 无建议 | 無建議 | 没有建议 | 沒有建議 | 暂无建议 | 没有更多建议 | 沉默 | 未找到 | 无内容
  なし | 無し | 特になし | 提案なし | 提案はありません | 沈黙
  없음 | 제안 없음 | 제안이 없습니다 | 침묵
  لا شيء | لا يوجد اقتراح | لا اقتراح | कुछ नहीं | कोई सुझाव नहीं | không có gợi ý | tidak ada saran
`);

/** Beginnings of the same, for which a language has more endings than a list. */
export const META_OPENINGS = [
  /^nothing to (?:suggest|predict|say|add)(?!\p{L})/u,
  /^no (?:(?:clear|obvious|further|specific|good|additional|new|useful|likely|natural|relevant|immediate|more) )*(?:suggestions?|predictions?|next steps?|follow-?ups?|prompts?|responses?|reply|output|comment|actions?)(?: (?:is |are |was )?(?:needed|required|available|necessary|found|possible|warranted|at this time|at the moment|here|now|yet|right now|for now))*$/,
  /^silence is(?!\p{L})/u,
  /^(?:(?:i'll|i will|i'm|i am|just) )?(?:stay|stays|staying|remain|remains|remaining) (?:silent|quiet)(?: (?:here|now|for now|then|instead|this time|at this point|is (?:best|better|right|correct|appropriate).*))?$/,
];

/** What a model or a wire says when it failed, up to the end of the text or of the clause. */
export const ERRORS = [
  /^(?:(?:an?|the|api|https?|server|internal|network|request|connection|timeout|fatal|model|provider|stream|authentication|unknown|unexpected|anthropic|openai|gemini) )*error *(?:[:([—–]|- |\d{3}\W*$|$)/u,
  /^\p{L}+(?:error|exception):/u,
  /^(?:an?|the) (?:(?:internal|unexpected|unknown|network) )?error (?:has )?occurred(?!\p{L})/u,
  /^(?:[45]\d\d )?(?:(?:your )?prompt is too long|(?:the )?request timed out|invalid api key|image was too large|rate limit(?:ed)?(?: exceeded| reached)?|too many requests|internal server error|service unavailable|bad gateway|bad request|gateway timeout|unauthorized|forbidden|not found|overloaded(?:_error)?|fetch failed|connection (?:refused|reset|closed|timed out)|context (?:length|window) exceeded|insufficient (?:quota|credits|funds)|quota exceeded|(?:your )?credit balance is too low|(?:the |this )?operation was aborted|econn\p{L}+|etimedout|enotfound) *(?:[:.,([—–]|$)/u,
  /^(?:api[ -]?)?(?:erro|error|erreur|fehler|errore|fout|błąd|hata|ошибка|错误|錯誤|エラー|오류|خطأ)(?: (?:de|da|do|del|dell'|della|du|no|na|la|di|api|http|interne|interno|servidor|serveur|сервера|при))* *(?:\d{3} *)?:/u,
  /^(?:ocorreu um erro|se produjo un error|ha ocurrido un error|une erreur (?:est survenue|s'est produite)|ein fehler ist aufgetreten|si è verificato un errore|произошла ошибка|发生错误|發生錯誤|请求超时|請求逾時|エラーが発生しました|오류가 발생했습니다|حدث خطأ)/u,
];

/** Names a model gives to its own output. A conventional commit (`fix:`) or a topic (`tests:`) is none. */
export const LABELS = phrases(`
  suggestion | suggestions | prediction | next step | next steps | next | next prompt | next message | next input | prompt | follow-up | followup | recommendation | answer | final answer | reply | response | tip | hint
  sugestão | sugestões | próximo passo | próxima etapa | resposta | dica
  sugerencia | sugerencias | siguiente paso | próximo paso | respuesta | consejo
  prochaine étape | étape suivante | réponse | astuce | conseil
  vorschlag | vorschläge | nächster schritt | antwort | tipp
  suggerimento | prossimo passo | risposta | suggestie | volgende stap | antwoord | sugestia | następny krok | odpowiedź | forslag | förslag
  предложение | следующий шаг | ответ | совет | подсказка | öneri | sonraki adım | cevap
  建议 | 建議 | 下一步 | 下一步建议 | 回答 | 回复 | 回覆 | 提示 | 预测
  提案 | 次のステップ | 回答 | 返信 | ヒント | 予測 | 候補
  제안 | 다음 단계 | 답변 | 힌트
  اقتراح | الاقتراح | الخطوة التالية | सुझाव | अगला कदम | gợi ý | saran
`);

/** Names of who speaks, as labels only before a space or text of another script: `user:id` is a field. */
export const SPEAKERS = phrases(`
  user | human | assistant | ai | you | user input | user message
  usuário | assistente | usuario | asistente | utilisateur | benutzer | nutzer | assistent | utente | gebruiker | użytkownik
  пользователь | ассистент | kullanıcı | 用户 | 用戶 | 助手 | ユーザー | アシスタント | 사용자 | المستخدم | उपयोगकर्ता
`);

/** Words that a label may carry in front: "possible next step". */
export const LABEL_QUALIFIERS = /^(?:(?:my|the|your|a|possible|likely|predicted|suggested|best|user's) )+/;

/**
 * Words that say nothing by themselves: sounds, greetings, articles, conjunctions. No word that answers a question,
 * in whatever language: "так" is Russian for so and Ukrainian for yes.
 */
export const FILLERS = phrases(`
  well | so | and | but | or | the | an | of | to | in | it | this | that | i | we | maybe | perhaps | also | then | just | like | actually | basically | anyway | hi | hello | hey | oops | huh | wow | etc
  então | bem | bom | tipo | né | oi | olá | talvez | pues | bueno | entonces | este | el | la | hola | quizás
  euh | ben | bah | bon | alors | donc | le | et | bonjour | salut | peut-être
  äh | ähm | tja | naja | und | der | die | das | nun | hallo | vielleicht | boh | beh | allora | dunque | il | ciao | forse | mah | nou | hoi | więc | cześć
  ну | эм | и | а | вот | привет | может | şey | yani | merhaba
  呃 | 额 | 哦 | 噢 | 啊 | 唔 | 那个 | 这个 | 那么 | 你好 | 您好 | 也许
  えっと | えーと | ええと | あの | うーん | まあ | その | ふむ | こんにちは
  음 | 흠 | 저기 | 글쎄 | 글쎄요 | 안녕하세요
  يعني | مرحبا | हम्म | नमस्ते
`);

/**
 * Drawn-out sounds: hmm, uhh, mmm, ahh, erm; and the same in Cyrillic and Portuguese spelling. Those that say yes are not
 * among them: mhm, 嗯, うん (うーん is none).
 */
export const SOUND =
  /^(?:h+u*m+|m{2,}|u+h+m*|u+m+|a+h+|o+h+|e+r*m+|e+r+|e+h+|х+м+|э+м*|嗯{3,}|啊+|哦+|呃+|う+ー+ん+|う{2,}ん+|음+|흠+)$/u;

/**
 * Thanks and praise; a suggestion made of nothing else asks for nothing. No word that answers a question in another
 * language: Danish thanks is Polish yes ("tak"), German praise Italian for before ("prima").
 */
export const PRAISE = phrases(`
  thanks | thank you | thankyou | thx | tks | ty | cheers | much appreciated | appreciate it | i appreciate it | looks good | looks great | looks nice | looks perfect | looks fine | look good | lgtm | sounds good | sounds great | nice | very nice | nice one | great | good | very good | perfect | awesome | excellent | amazing | brilliant | wonderful | fantastic | beautiful | impressive | interesting | cool | sweet | neat | superb | well done | good job | great job | nice job | good work | great work | nice work | that works | it works | works | works great | works well | works perfectly | that worked | it worked | makes sense | that makes sense | all good | love it | i love it | i like it | good point | not bad | good idea | great idea | that's great | that's good | that's perfect | that's awesome | that's nice | that's better | much better | it's perfect | it's great | got it | understood | no problem | good to know
  obrigado | obrigada | muito obrigado | muito obrigada | valeu | perfeito | ótimo | que ótimo | excelente | maravilha | legal | muito bom | ficou bom | ficou ótimo | ficou perfeito | parece bom | parece ótimo | está ótimo | tá ótimo | bom trabalho | ótimo trabalho | entendi | faz sentido
  gracias | muchas gracias | mil gracias | perfecto | genial | estupendo | muy bien | muy bueno | se ve bien | se ve genial | buen trabajo | entendido | tiene sentido
  merci | merci beaucoup | parfait | c'est parfait | super | génial | excellent | très bien | bon travail | bien joué | c'est bon | compris
  danke | danke schön | vielen dank | perfekt | sieht gut aus | sieht super aus | sehr gut | klasse | toll | gut gemacht | gute arbeit | verstanden
  grazie | grazie mille | perfetto | ottimo | ottimo lavoro | fantastico | bel lavoro | molto bene | dank je | dank je wel | bedankt | ziet er goed uit | goed gedaan | dzięki | dziękuję | świetnie | wygląda dobrze | tack | tack så mycket | takk | tusen takk | mange takk | mange tak | tusind tak | kiitos | děkuji | díky | mulțumesc | köszönöm | ευχαριστώ
  спасибо | большое спасибо | спасибо большое | отлично | прекрасно | супер | здорово | выглядит хорошо | выглядит отлично | хорошая работа | понятно | понял | дякую | чудово
  teşekkürler | teşekkür ederim | çok teşekkürler | sağ ol | harika | mükemmel | güzel | çok güzel
  谢谢 | 谢谢你 | 谢谢您 | 非常感谢 | 感谢 | 多谢 | 谢啦 | 很好 | 太好了 | 非常好 | 不错 | 看起来不错 | 看起来很好 | 完美 | 太棒了 | 真棒 | 很棒 | 棒 | 做得好 | 干得好 | 明白了 | 懂了 | 謝謝 | 謝謝你 | 感謝 | 不錯 | 看起來不錯 | 幹得好
  ありがとう | ありがとうございます | ありがとうございました | どうも | 助かりました | 助かります | いいですね | いいね | 良さそうです | よさそうです | 良さそう | よさそう | 完璧です | 完璧 | 素晴らしい | 素晴らしいです | すごい | すごいです | さすが | お疲れ様です | お疲れ様でした | なるほど | 了解です
  감사합니다 | 고마워 | 고마워요 | 고맙습니다 | 좋네요 | 완벽해요 | 완벽합니다 | 잘했어요 | 훌륭해요 | 훌륭합니다 | 멋져요 | 알겠습니다
  شكرا | شكراً | شكرا لك | شكرا جزيلا | ممتاز | رائع | תודה | תודה רבה | מעולה | धन्यवाद | शुक्रिया | बहुत बढ़िया | बढ़िया | cảm ơn | tuyệt vời | ขอบคุณ | ขอบคุณครับ | ขอบคุณค่ะ | เยี่ยม | terima kasih | bagus | mantap
`);

/** What may stand between thanks and praise without adding anything to do. */
export const PRAISE_EXTRAS = phrases(`
  ok | okay | that | this | it | all | is | on this | so much | very much | a lot | a bunch | again | to me | now | really | very | so | and | so far | for your help | for the help | for all | everything | job | work | man | mate | claude | premove | indeed | oh | ah
  pela ajuda | mesmo | demais | e | por la ayuda | por tu ayuda | y | pour ton aide | pour votre aide | et | für die hilfe | für deine hilfe | und | per l'aiuto | за помощь | и
  了 | 啊 | 呀 | 吧 | 你的帮助 | 好的 | ! | 本当に | とても | です | ございます | 정말 | 너무
`);

/** Thanks that go on to say for what. */
export const THANKS_FOR =
  /^(?:(?:thanks|thank you|many thanks) (?:\p{L}+ ){0,2}for|obrigad[oa] (?:por|pel[oa]s?)|gracias por|merci (?:beaucoup )?pour|danke für|vielen dank für|grazie (?:mille )?per|bedankt voor|спасибо за|dzięki za|(?:mange )?takk? for|tack för|谢谢你的|感谢你的|感谢您的) ?\p{L}/u;

/** What an assistant says before it gets to the point; only what follows is looked at. */
export const ACKNOWLEDGEMENT =
  /^(?:sure(?: thing)?|certainly|absolutely|of course|definitely|ok|okay|alright|all right|great|perfect|yes|no problem|sounds good|claro|com certeza|certo|tá bom|por supuesto|desde luego|vale|bien sûr|d'accord|avec plaisir|natürlich|gerne|klar|alles klar|certamente|va bene|natuurlijk|конечно|хорошо|tabii|elbette|好的|好|当然|當然|没问题|沒問題|もちろん(?:です)?|はい|承知しました|了解しました|かしこまりました|네|물론(?:이죠|입니다)?|알겠습니다|بالطبع|حسنا) *(?:[,.!:;—、。]+ *|$)/u;

/** How an assistant's own sentences begin, in languages with spaces; each must end where a word ends. */
export const ASSISTANT_OPENINGS = [
  "let me(?! know (?:when|once)) | i'll | i will | i've | i'd (?:be happy|recommend|suggest) | i (?:have|'ve) (?:now|just|already|also|successfully) | (?:i'm|i am) (?:going to|now|ready|happy|glad|sorry|afraid|unable|not able|here to|about to|currently) | i (?:can|could) (?:help|also|now|fix|add|run|do|make|create|update|write|show|implement|look|check|try|start|continue|proceed|then) | i would (?:recommend|suggest|start|also(?! like)) | i notice | i apologize | i recommend | i suggest | here's | here is | here are | here you go | below (?:is|are) | please let me know(?! (?:when|once)) | if you(?:'d| would)? (?:like|want|prefer|wish),? i(?:'ll|'d)? | now i(?:'ll|'ve| will) | next,? i | first,? i | you can (?:now|find|see|view|also (?:use|try|run|find|check)) | you could | you should (?:now|see|be able|get) | you (?:may|might) (?:want|need|also|now) | you're welcome | feel free | glad (?:to|i) | (?:i'm )?happy to help | certainly | as an ai | based on (?:the|our|this|your) (?:conversation|context|previous|recent|last) | the user (?:would|might|will|may|likely|probably) (?:likely|probably|naturally|now|next|type|ask|say|want)",
  'vou | eu vou | corrigi | atualizei | adicionei | criei | implementei | deixe-me | deixa eu | deixe eu | permita-me | aqui est(?:á|ão) | eis | eu posso | posso | você pode (?:agora|também|usar|tentar|executar) | de nada',
  'voy a | déjame | dejame | permíteme | aquí (?:está|están|tienes) | puedo | he (?!probado|intentado|reiniciado|notado|olvidado)(?:\\p{L}+(?:ado|ido)|hecho|escrito|resuelto) | puedes (?:ahora|también|usar|probar|ejecutar)',
  "laissez-moi | laisse-moi | permettez-moi | je vais | je peux | je viens de | j'ai (?!testé|essayé|redémarré|remarqué|oublié)\\p{L}+é | voici | vous pouvez | tu peux (?:maintenant|aussi)",
  'lass mich | lassen sie mich | ich werde | ich kann (?:das|die|den|nun|jetzt|auch|dir|ihnen|gerne) | ich habe (?:nun|jetzt|soeben|gerade|das|die|den|alle) | hier (?:ist|sind) | du kannst (?:nun|jetzt|auch) | sie können (?:nun|jetzt|auch)',
  'lascia che | lasciami | permettimi | ecco | posso | ho (?:\\p{L}+(?:to|so)) | laat me | laat mij | ik zal | ik ga | ik kan(?! niet) | ik heb (?:nu|de|het) | pozwól | oto | mogę | låt mig | jag ska | här är | la meg | jeg skal',
  'давайте я | давай я | позвольте | сейчас я | вот | я (?:сейчас |теперь )?(?:могу|буду|исправлю|добавлю|создам|запущу|сделаю|обновлю|проверю|помогу|исправил|добавил|создал|обновил) | дозвольте | я можу | ось',
  'işte | bana izin | izin ver | yapabilirim | \\p{L}+(?:acağım|eceğim)',
  'دعني | سأقوم | سوف أقوم | سوف | إليك | يمكنني | यह रहा | यहाँ है | tôi sẽ | để tôi | đây là | saya akan | biarkan saya | berikut | תן לי | הנה',
];

/**
 * The same in languages without spaces, or with endings that say who speaks. Requests (お願いします) are not among
 * them.
 */
export const ASSISTANT_VOICE = [
  /^(?:我(?:会|将|来|可以|能|已|已经|现在|这就|先|帮你|会为|將|會|來|已經|現在)|让我|讓我|以下是|这是|這是|这里是|這裡是|您可以|你可以(?:使用|运行|尝试|现在|在|通过)|我们(?:可以|来|将))/u,
  /^(?:では、?|それでは|以下(?:は|が|に)|こちら(?:は|が|に)|私(?:は|が))|(?<!お願い)(?<!お願いいた)(?<!発生)(?<!失敗)(?:します|しますね|しました|しておきます|いたします|いたしました|しましょう)。?$/u,
  /^(?:제가|다음은|여기 (?:있습니다|결과))|(?:하겠습니다|드리겠습니다|드릴게요|할게요|했습니다|하였습니다)[.]?$/u,
  /^मैं .*(?:ूँगा|ूंगा|ूँगी|ूंगी|सकता हूँ|सकती हूँ)/u,
  /^(?:ฉันจะ|ผมจะ|ดิฉันจะ|นี่คือ)/u,
];

/** Ends of words after which a full stop ends no sentence. */
export const ABBREVIATIONS = phrases(`
  e.g | i.e | eg | ie | etc | vs | cf | approx | incl | excl | resp | mr | mrs | ms | mx | dr | prof | st | sr | jr | al | inc | ltd | corp | dept | univ | u.s | u.k | ph.d | fig | figs | eq | sec | vol | pp | ex | jan | feb | apr | aug | sept | oct | nov
  mme | mlle | sra | srta | dra | nr | bd | tel | str | p.ej | ej | z.b | d.h | bzw | ca | usw | evtl | ggf | т.е | т.д | т.п | им | ул | см | рис | стр | проф | др | пр | par ex | p.ex
`);

function phrases(lines: string): ReadonlySet<string> {
  const all = lines.split(/[|\n]/).map((phrase) => phrase.trim().normalize('NFKC'));
  return new Set(all.filter((phrase) => phrase !== ''));
}
