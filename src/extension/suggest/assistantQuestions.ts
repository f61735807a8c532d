/**
 * Questions that an assistant asks its user, as data: one line per language. A user's own questions ("does this handle
 * …", "why did …") are valid suggestions, so only questions for permission, for a wish or for more work are here. They are
 * matched against folded text: lower case, NFKC, straight apostrophes, single spaces, no leading "¿".
 */

/** Beginnings of such questions; each must end where a word ends. The question mark may be missing. */
export const ASSISTANT_QUESTIONS = [
  "would you (?:like|prefer|rather) | would it (?:help|be (?:helpful|useful|ok|okay|better)) if i | do you (?:want|prefer|need (?:me to|anything else|any(?: more| further| other)? help|further (?:help|assistance))) | did you want me | want me to | need me to | shall (?:i|we) | should i | may i | (?:can|could) i (?:help|assist|go ahead|proceed) | is (?:it|that|this) (?:ok|okay|fine|alright) (?:if i|with you|for you) | how (?:can|could|may) i (?:help|assist) | how (?:would|do) you (?:like|want) (?:me|to|it|this|that) | how should i (?:proceed|continue) | (?:what|which|where|when|who)(?: \\p{L}+){0,2} (?:would you like|do you want) | what (?:else )?can i (?:help|assist|do for) | what should we (?:do|work on|tackle|focus on) next | anything else (?:i can|you(?: would|'d)? (?:like|need|want)|for you) | is there (?:anything|something)(?: else)?(?: that)? (?:i can (?:help|assist|do for)|you(?: would|'d) (?:like|need|want)|you (?:want|need)(?! from me)) | does (?:that|this|it) sound (?:good|ok|okay|right|fine)",
  'how does (?:that|this|it) sound | (?:would|does) (?:that|this|it) work for you | would (?:that|this|it) be (?:helpful|useful) | does (?:that|this|it) look (?:good|ok|okay|right|fine) to you | (?:did|does) (?:that|this|i) answer your question | have i answered | is (?:this|that) what you (?:were looking for|wanted|had in mind) | ready for me to | do you have (?:a|any) preferences? | do you need help with | (?:what|which)(?: \\p{L}+){0,2} would you prefer',
  'quer(?:es)? que eu | quer (?:ver|continuar|seguir|prosseguir|ajuda) | deseja | prefere que eu | você (?:quer|gostaria|deseja|prefere) | precisa de (?:mais |outra |alguma )?ajuda | precisa de mais alguma coisa | podemos (?:prosseguir|continuar|seguir) | (?:como|(?:em|no) que) posso (?:te |lhe )?ajudar | o que (?:você )?(?:gostaria|deseja)',
  'quieren? que | quieres que | quieres (?:ver|continuar|seguir|ayuda) | deseas? | desean | prefieres que | (?:te|le) gustaría | necesitas? (?:ayuda|algo más|que yo) | (?:en|con) qué (?:más )?puedo ayudar(?:te|le) | cómo puedo ayudar(?:te|le) | qué te gustaría',
  "souhaite(?:z-vous|s-tu) | voulez-vous | voudri(?:ez-vous|ais-tu) | veux-tu (?:que|voir|continuer) | désire(?:z-vous|s-tu) | (?:tu veux|vous voulez|tu souhaites|vous souhaitez) que je | dois-je | devrais-je | puis-je | est-ce que je (?:dois|peux|devrais) | faut-il que je | comment puis-je (?:vous |t')aider | que (?:souhaitez|voulez|voudriez)-vous | (?:avez-vous|as-tu) (?:besoin d'aide|besoin d'autre chose|d'autres questions) | y a-t-il autre chose que je",
  'möchte(?:st du|n sie|t ihr) | (?:willst du|wollen sie),? dass ich | soll ich | sollte ich | darf ich | kann ich (?:dir|ihnen|euch|sonst noch) | (?:wie|womit) kann ich (?:dir|ihnen|euch) | was möchte(?:st du|n sie) | (?:hast du|haben sie) (?:noch|weitere) (?:fragen|wünsche) | (?:brauchst du|brauchen sie) (?:noch )?(?:hilfe|etwas)',
  'vuoi che | vuole che | vorresti che | vorrebbe che | desideri | preferisci che | ti serve altro | hai bisogno di (?:altro|aiuto) | come posso aiutar(?:ti|la) | cosa vorresti | wil je dat | wilt u dat | zal ik | moet ik | mag ik | kan ik (?:je|u) | hoe kan ik (?:je|u) | heb je nog vragen | czy (?:mam|mogę|chcesz|chciał\\p{L}+|życzysz) | chcesz,? żebym | w czym mogę | vill du att jag | ska jag | får jag | vil du (?:at jeg|ha meg|have mig) | skal jeg | haluatko että',
  'хотите | хочешь,? чтобы я | желаете | (?:мне|нужно ли мне|стоит ли мне|следует ли мне) (?!есть)\\p{L}+(?:ть|ти|чь)(?:ся)? | могу ли я | чем (?:я |ещё )*могу | нужна ли (?:ещё |моя )?помощь | хочеш,? щоб я | чи (?:мені|хочете|бажаєте) | бажаєте | чим (?:я )?можу',
  'ister misin(?:iz)? | nasıl yardımcı olabilirim | yardımcı olabilir miyim',
  'هل (?:تريد|ترغب|تود|تحب|أقوم|أستمر|أبدأ|أضيف|أنشئ|أصلح|أكمل|أتابع|يمكنني|علي) | كيف يمكنني مساعدت\\p{L}* | האם (?:תרצה|תרצי|אתה רוצה|להריץ|לבצע|להמשיך|להוסיף|לתקן) | תרצה ש\\p{L}* | क्या (?:मैं|आप चाहते|आप चाहेंगे|आपको) | bạn có muốn | bạn muốn tôi | tôi có nên | có cần tôi | apakah (?:anda|kamu) (?:ingin|mau|butuh) | haruskah saya | perlukah saya | mau saya | ada (?:lagi )?yang bisa saya bantu',
];

/**
 * Beginnings that are the user's own words without a question mark ("commit this", "devo usar zod"). With a question mark
 * they are an offer of the assistant ("commit this?").
 */
export const ASSISTANT_OFFERS = [
  '(?:now |then |also )?(?:run|commit|push|merge|deploy|apply|start|proceed|continue|go ahead)(?: (?:it|this|that|these|them|the|all|everything|with|and|now|to)(?: .*)?)?[?]+ | (?:any |more |other |further )*questions[?]+ | anything else[?]+ | sounds? (?:good|ok|okay|right)[?]+ | want (?:to|a|an|some|more) | wanna | care to | interested in | (?:are you )?ready to (?:proceed|continue|begin|start|go ahead|move on) | need anything else | need (?:any |more |some )?help with (?:that|this|it|anything) | should we (?:proceed|continue)(?: with (?:that|this|it))?[?]+ | would you want me to',
  'gostaria (?:de|que) | devo | (?:faço|executo|rodo|crio|adiciono|corrijo|continuo|sigo|prossigo|subo|envio|removo|aplico|atualizo|escrevo|commito) .* | mais alguma (?:coisa|dúvida|pergunta) | alguma dúvida | algo mais[?]+',
  'debo | debería | (?:hago|ejecuto|lanzo|creo|añado|agrego|corrijo|arreglo|continúo|sigo|procedo|subo|envío|elimino|borro|aplico|actualizo|escribo)(?: .*)? | algo más[?]+ | alguna (?:duda|pregunta)[?]+',
  "j'ajoute | j'applique | j'exécute | je (?:lance|relance|committe|commite|pousse|continue|corrige|crée|supprime|procède) | autre chose ?[?]+ | on (?:continue|lance|committe|pousse)",
  'fragen[?]+ | sonst noch (?:etwas|was)[?]+ | devo | dovrei | (?:eseguo|procedo|continuo|committo|aggiungo|creo|correggo|applico) | altro[?]+ | nog iets[?]+',
  '(?!есть|опять|чуть|пусть|хоть|лишь|ведь)\\p{L}+(?:ть|ти|чь)(?:ся)? | что-(?:то|нибудь) ещё[?]+',
];

/** The same in languages without spaces, or whose endings say who asks. */
export const ASSISTANT_ASKING = [
  /^(?:(?:需要|要不要|要|用不用|想)我|您(?:想|要|希望|需要|是否)|你(?:是否)?(?:想要?|希望|需要)我|是否(?:需要我|要|继续|提交|推送|运行|执行|创建|添加|删除|应用|开始|部署|合并|保存|确认)|还有(?:什么|其他)(?:需要|可以)我|有什么(?:可以|需要)?(?:我)?(?:能|可以)?帮)/u,
  /^(?:需要|要|现在)*(?:继续|提交|推送|运行|执行|创建|添加|删除|应用|开始|部署|合并|保存)[^,会能是有需]{0,8}(?<![了什怎那这多])[吗嗎么麼][?。!]?$/u,
  /^(?:这样|那这样|这样做)(?:可以|行|好|没问题)[吗嗎么麼][?。!]?$/u,
  /ましょうか[。?]?$|(?<!お願い)(?:実行|コミット|プッシュ|作成|追加|修正|続行|削除|更新|デプロイ|マージ|適用|開始|保存)(?:を)?しますか[。?]?$/u,
  /(?:てもよろしい|てもいい|ていい|ても良い|てよろしい)(?:です|でしょう)か[。?]?$|^(?:いかが|よろしい)(?:です|でしょう)か[。?]?$|^(?:何か|なにか)?(?:他に)?(?:お手伝い|ご質問|ご不明|ご希望)/u,
  /(?<!해야 )(?:할|드릴|볼|줄|만들|올릴|고칠|지울|바꿀|돌릴|넣을|보낼)까요[.?]?$|(?:원하시나요|원하십니까|원하세요|필요하신가요|필요하십니까)[.?]?$|드려도 (?:될까요|되나요)[.?]?$/u,
  /\p{L}{2}(?:ayım|eyim|ayim|alım|elim) m[ıi][.?]?$/u,
  /^(?:ต้องการให้|อยากให้)(?:ฉัน|ผม|ดิฉัน|เรา)|^ให้(?:ฉัน|ผม|ดิฉัน).*ไหม/u,
];
