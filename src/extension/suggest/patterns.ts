/** Rules that depend on a language but are not plain phrases of `languages/`. They are matched against folded text. */

/** Texts that say that there is no suggestion. They vary too much for a list. */
export const META_FORMS = [
  /^nothing to (?:suggest|predict|say|add)(?!\p{L})/u,
  /^no (?:(?:clear|obvious|further|specific|good|additional|new|useful|likely|natural|relevant|immediate|more) )*(?:suggestions?|predictions?|next steps?|follow-?ups?|prompts?|responses?|reply|output|comment|actions?)(?: (?:is |are |was )?(?:needed|required|available|necessary|found|possible|warranted|at this time|at the moment|here|now|yet|right now|for now))*$/,
  /^silence is(?!\p{L})/u,
  /^(?:(?:i'll|i will|i'm|i am|just) )?(?:stay|stays|staying|remain|remains|remaining) (?:silent|quiet)(?: (?:here|now|for now|then|instead|this time|at this point|is (?:best|better|right|correct|appropriate).*))?$/,
];

/** Beginnings of error messages from a model or a server. They vary too much for a list. */
export const ERROR_FORMS = [
  /^(?:(?:an?|the|api|https?|server|internal|network|request|connection|timeout|fatal|model|provider|stream|authentication|unknown|unexpected|anthropic|openai|gemini) )*error *(?:[:([—–]|- |\d{3}\W*$|$)/u,
  /^\p{L}+(?:error|exception):/u,
  /^(?:an?|the) (?:(?:internal|unexpected|unknown|network) )?error (?:has )?occurred(?!\p{L})/u,
];

/** Words that may stand before a label: "possible next step". */
export const LABEL_QUALIFIERS = /^(?:(?:my|the|your|a|possible|likely|predicted|suggested|best|user's) )+/;

/** Drawn-out sounds in several scripts. Sounds that mean yes are excluded: mhm, 嗯, うん (but うーん does not mean yes). */
export const SOUND =
  /^(?:h+u*m+|m{2,}|u+h+m*|u+m+|a+h+|o+h+|e+r*m+|e+r+|e+h+|х+м+|э+м*|嗯{3,}|啊+|哦+|呃+|う+ー+ん+|う{2,}ん+|음+|흠+)$/u;

/**
 * Statements of an assistant, in languages without spaces or with word endings that show the speaker. Requests (お願いします)
 * are excluded.
 */
export const ASSISTANT_VOICE = [
  /^(?:我(?:会|将|来|可以|能|已|已经|现在|这就|先|帮你|会为|將|會|來|已經|現在)|让我|讓我|以下是|这是|這是|这里是|這裡是|您可以|你可以(?:使用|运行|尝试|现在|在|通过)|我们(?:可以|来|将))/u,
  /^(?:では、?|それでは|以下(?:は|が|に)|こちら(?:は|が|に)|私(?:は|が))|(?<!お願い)(?<!お願いいた)(?<!発生)(?<!失敗)(?:します|しますね|しました|しておきます|いたします|いたしました|しましょう)。?$/u,
  /^(?:제가|다음은|여기 (?:있습니다|결과))|(?:하겠습니다|드리겠습니다|드릴게요|할게요|했습니다|하였습니다)[.]?$/u,
  /^मैं .*(?:ूँगा|ूंगा|ूँगी|ूंगी|सकता हूँ|सकती हूँ)/u,
  /^(?:ฉันจะ|ผมจะ|ดิฉันจะ|นี่คือ)/u,
];

/** Like `ASSISTANT_VOICE`, for questions. */
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
