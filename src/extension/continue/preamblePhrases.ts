/**
 * Sentences of one language with which models announce that they continue a text, one per line. Case, spaces and
 * punctuation do not count. The lists are short on purpose: a missing phrase leaves one superfluous sentence, but a
 * phrase that also occurs in ordinary texts removes content.
 */
export interface Preambles {
  /** Sentences that may precede an announcement; without an announcement, they are text. */
  readonly acknowledgements: string;
  readonly announcements: string;
  /** Sentences that are an announcement only after an acknowledgement; alone, they may be text ("2. Continuing"). */
  readonly afterAcknowledgement: string;
}

export const PREAMBLES: readonly Preambles[] = [
  // English
  {
    acknowledgements: `
sure
sure thing
certainly
of course
absolutely
okay
ok
understood
got it
apologies for the interruption
sorry for the interruption
`,
    announcements: `
continuing from where I left off
continuing from where I stopped
continuing from where it was cut off
continuing exactly where I left off
continuing where I left off
I'll continue from where I left off
I will continue from where I left off
let me continue from where I left off
here is the continuation
here's the continuation
here is the continuation of the code
here's the continuation of the code
here is the continuation of the text
here's the continuation of the text
here is the rest
here's the rest
here is the rest of the code
here's the rest of the code
here is the rest of the text
here's the rest of the text
here is the rest of the answer
here's the rest of the answer
here is the rest of the response
here's the rest of the response
`,
    afterAcknowledgement: `
continuing
I'll continue
I will continue
let me continue
here you go
`,
  },
  // Chinese
  {
    acknowledgements: `
好的
好
当然
當然
没问题
沒問題
明白了
抱歉
`,
    announcements: `
以下是续写内容
以下是續寫內容
以下是后续内容
以下是後續內容
以下是剩余部分
以下是剩餘部分
以下是剩余的代码
以下是剩餘的程式碼
接上文
接续上文
接續上文
继续上文
繼續上文
从中断处继续
從中斷處繼續
我将从中断处继续
我將從中斷處繼續
我从中断的地方继续
我從中斷的地方繼續
`,
    afterAcknowledgement: `
继续
繼續
我继续
我繼續
我来继续
我來繼續
`,
  },
  // Japanese
  {
    acknowledgements: `
はい
もちろんです
承知しました
了解しました
わかりました
分かりました
失礼しました
`,
    announcements: `
続きです
以下が続きです
以下は続きです
続きは以下の通りです
中断したところから続けます
途切れたところから続けます
残りのコードです
残りの部分です
`,
    afterAcknowledgement: `
続けます
続きを書きます
`,
  },
  // Korean
  {
    acknowledgements: `
네
물론입니다
물론이죠
알겠습니다
죄송합니다
`,
    announcements: `
이어서 작성하겠습니다
이어서 계속하겠습니다
중단된 부분부터 계속하겠습니다
끊긴 부분부터 이어서 작성하겠습니다
다음은 이어지는 내용입니다
다음은 나머지 내용입니다
나머지 코드입니다
`,
    afterAcknowledgement: `
계속하겠습니다
이어가겠습니다
`,
  },
  // Arabic
  {
    acknowledgements: `
بالطبع
بالتأكيد
حسنا
حسنًا
`,
    announcements: `
إليك التتمة
إليك تتمة النص
إليك بقية النص
إليك بقية الكود
سأكمل من حيث توقفت
أكمل من حيث توقفت
أواصل من حيث توقفت
`,
    afterAcknowledgement: `
سأكمل
سأتابع
`,
  },
  // Hebrew
  {
    acknowledgements: `
בטח
כמובן
בסדר
`,
    announcements: `
הנה ההמשך
הנה המשך הקוד
הנה שאר הקוד
ממשיך מהמקום שבו עצרתי
אמשיך מהמקום שבו עצרתי
ממשיך מאיפה שהפסקתי
`,
    afterAcknowledgement: `
ממשיך
אמשיך
`,
  },
  // Hindi
  {
    acknowledgements: `
ज़रूर
जरूर
ठीक है
बिल्कुल
`,
    announcements: `
यह रहा बाकी भाग
यह रहा बाकी कोड
यहाँ बाकी भाग है
जहाँ मैं रुका था वहीं से आगे
जहाँ रुका था वहीं से आगे
`,
    afterAcknowledgement: `
आगे जारी है
जारी रखता हूँ
`,
  },
  // Thai
  {
    acknowledgements: `
ได้ครับ
ได้ค่ะ
แน่นอน
แน่นอนครับ
แน่นอนค่ะ
`,
    announcements: `
ต่อจากที่ค้างไว้
ขอต่อจากที่ค้างไว้
นี่คือส่วนที่เหลือ
นี่คือโค้ดส่วนที่เหลือ
`,
    afterAcknowledgement: `
ขอต่อ
ต่อเลย
`,
  },
  // Russian
  {
    acknowledgements: `
конечно
хорошо
понял
разумеется
`,
    announcements: `
продолжаю с того места, где остановился
продолжаю с того места, на котором остановился
вот продолжение
вот продолжение кода
вот оставшаяся часть
вот остальная часть кода
`,
    afterAcknowledgement: `
продолжаю
продолжение
`,
  },
  // German
  {
    acknowledgements: `
klar
natürlich
gerne
alles klar
in Ordnung
`,
    announcements: `
hier ist die Fortsetzung
hier ist die Fortsetzung des Codes
hier ist die Fortsetzung des Textes
hier ist der Rest
hier ist der Rest des Codes
hier ist der Rest des Textes
ich mache dort weiter, wo ich aufgehört habe
ich fahre dort fort, wo ich aufgehört habe
`,
    afterAcknowledgement: `
hier geht es weiter
ich fahre fort
ich mache weiter
weiter geht's
`,
  },
  // French
  {
    acknowledgements: `
bien sûr
d'accord
certainement
avec plaisir
`,
    announcements: `
voici la suite
voici la suite du code
voici la suite du texte
voici le reste du code
voici le reste du texte
je reprends là où je me suis arrêté
`,
    afterAcknowledgement: `
je continue
je poursuis
`,
  },
  // Spanish
  {
    acknowledgements: `
claro
por supuesto
de acuerdo
`,
    announcements: `
aquí está la continuación
aquí tienes la continuación
aquí está el resto
aquí está el resto del código
aquí tienes el resto del código
continúo donde lo dejé
continúo desde donde lo dejé
`,
    afterAcknowledgement: `
continúo
continuando
`,
  },
  // Portuguese
  {
    acknowledgements: `
claro
com certeza
certo
`,
    announcements: `
aqui está a continuação
aqui está o restante
aqui está o restante do código
aqui está o resto do código
continuando de onde parei
continuo de onde parei
`,
    afterAcknowledgement: `
continuando
vou continuar
`,
  },
];
