/**
 * Words in the languages in which agents are often used. They distinguish a question from text that looks like one.
 * The comments of the patterns below say what a matching sentence does.
 */

const anyOf = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'iu');

/** Pairs of answers for yes and no, as in `[Y/n]`. Further answers may follow, as in `y/n/a/p`. */
export const YES_NO = [
  'y/n',
  'yes/no',
  's/n',
  'sim/não',
  'sí/no',
  'j/n',
  'ja/nein',
  'o/n',
  'oui/non',
  'д/н',
  'да/нет',
  '是/否',
  'はい/いいえ',
  '네/아니요',
];

/** Asks to choose from a list. */
export const CHOOSES = anyOf(
  String.raw`\b(?:which|where|prefer|choose|pick|select|(?:what|how) (?:should|would|do you|shall))\b`,
  String.raw`\b(?:welche[rsnm]?|wo|wie soll\w*|wähle|bevorzug|lieber)\b`,
  String.raw`\b(?:qual|quais|onde|como (?:devo|quer)|escolh|prefer)`,
  String.raw`\b(?:cuál|cuáles|dónde|qué |elige|prefier)`,
  String.raw`\b(?:quel(?:le)?s?|où|choisi|préfér)`,
  '哪|选择|選|怎么|如何|什么',
  'どの|どれ|どちら|どこ|どう(?:し|や)|いずれ|선택|어느|어떤',
  'как(?:ой|ая|ую|ие)|выб',
);

/** Introduces a list of things that the agent can do next. */
export const OFFERS = anyOf(
  String.raw`\b(?:would you like|do you want|shall i|should i|i can)\b`,
  String.raw`\b(?:möchtest du|möchten sie|soll ich|willst du)\b`,
  String.raw`\b(?:quer que|você quer|gostaria|quieres|desea|voulez-vous|veux-tu)`,
  '你想|您想|要不要|是否|しますか|хотите|원하',
);

/** Speaks to the user, or of the agent itself. */
export const ADDRESSES = anyOf(
  String.raw`\b(?:you|your|i|we|me)\b`,
  String.raw`\b(?:du|dir|dich|dein\w*|sie|ihnen|ihre?|ich|wir)\b`,
  String.raw`\b(?:você|devo|quer|posso|usted|quieres|puedo|debo|vous|tu|je)\b`,
  '[你您我]|ください|ますか|ましょうか|でしょうか|당신|할까|вы|мне|вам',
);

/** Asks for a reason. A list that follows is not a choice. */
export const ASKS_WHY = anyOf(
  String.raw`^\W*(?:why|how come|warum|wieso|weshalb|por qu[eê]|pourquoi)\b`,
  '^[^？?]*(?:为什么|为何|なぜ|どうして|왜|почему)',
);

export const REFERS_UP = anyOf(
  String.raw`\b(?:this|these|that|those|the above|above)\b`,
  String.raw`\b(?:diese[nmrs]?|obige[nmrs]?|oben)\b`,
  String.raw`\b(?:est[ae]s?|ess[ae]s?|acima|isto|isso)\b`,
  String.raw`\b(?:ce(?:tte|s|t)?|ci-dessus)\b`,
  '这个|这些|该方案|上面|以上|上述|この|これ|上記|이 |위의|эт[оиу]т?|выше',
);

export const REFERS_DOWN = anyOf(
  String.raw`\b(?:following|below)\b|\b(?:folgende[nmrs]?|unten)\b|\b(?:seguintes?|abaixo|siguientes?)\b|\bsuivant`,
  '以下|下列|下面|次の|下記|다음|следующ',
);

/** Offers more help at the end. The agent does not wait for an answer. */
export const COURTESY = anyOf(
  String.raw`\b(?:anything|something) else\b|\belse (?:i|you)\b`,
  String.raw`\bnoch etwas\b|\bsonst noch\b`,
  String.raw`\bmais alguma coisa\b|\balgo mais\b|\balgo más\b|\bautre chose\b`,
  '还有什么|还需要|其他.{0,4}(?:帮|需要)|他に何か|ほかに何か|도와드릴',
);

/**
 * Introduces a quotation: “The file contains:”. The pattern leaves out “asks”, because the agent may use
 * it to pass on a question to the user.
 */
export const QUOTES = anyOf(
  String.raw`\b(?:says?|reads?|shows?|(?:now )?prints?|contains?|ends? with|lines? (?:is|was)|found (?:it|this|these|them) in)\b`,
  String.raw`\b(?:here (?:is|are) the (?:file|content|output|text|log)s?|contents? of)\b`,
  String.raw`\b(?:steht|stehen|lautet|enthält|zeigt|sagt|meldet|endet mit)\b`,
  String.raw`\b(?:di[zc]e|dizem|dicen|mostra|muestra|contiene|contém|imprime|exibe|termina com|termina con)(?!\p{L})`,
  String.raw`\b(?:dit|disent|affiche|contient|montre|imprime)\b`,
  '写着|写道|显示|输出|打印|内容(?:是|如下)|有.{0,4}内容|書かれて|(?:表示|出力)[されしは]|次のとおり|内容があり|적혀|표시|출력|내용[은입]',
  'пишет|содержит|выводит|показывает|написано',
);

/** Tells the user to choose: “Pick one.” */
export const ORDERS_CHOICE = anyOf(
  String.raw`^(?:please )?(?:pick|choose|select)\b|^(?:bitte )?wähle|^(?:escolha|elige|choisis)`,
  String.raw`\([yjso]\)\w+\/\(n\)`,
  '请.{0,4}选|選んで|答えてください|お答え',
);

/** Contains a condition: “If you need more, let me know.” Such a sentence does not ask for an answer. */
export const CONDITIONAL = anyOf(
  String.raw`\b(?:if|whenever|falls|wenn|se|caso|si)\b`,
  '如果|若|たら|場合|ければ[^「]|если|면 ',
);

/** Follows a question and asks for an answer: “Let me know.” */
export const AWAITS_ANSWER = anyOf(
  String.raw`\b(?:let me know|tell me|reply|answer|your call|up to you)\b`,
  String.raw`\b(?:sag(?:en sie)? mir|gib mir bescheid|antworte)`,
  String.raw`\b(?:me (?:diga|avise|conte)|responda|dime|avísame|dites-moi|réponds)`,
  '告诉我|请(?:回复|选择|告知|确认)|回复|教えて|お知らせ|返信|回答|알려|сообщите|скажите',
);
