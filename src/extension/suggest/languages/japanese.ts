import type { LanguagePhrases } from './language.ts';

export const JAPANESE: LanguagePhrases = {
  done: `
完了
完了です
完了しました
終わり
終わりました
できました
`,
  meta: `
なし
無し
特になし
提案なし
提案はありません
沈黙
`,
  labels: `
提案
次のステップ
回答
返信
ヒント
予測
候補
`,
  speakers: `
ユーザー
アシスタント
`,
  fillers: `
えっと
えーと
ええと
あの
うーん
まあ
その
ふむ
こんにちは
`,
  praise: `
ありがとう
ありがとうございます
ありがとうございました
どうも
助かりました
助かります
いいですね
いいね
良さそうです
よさそうです
良さそう
よさそう
完璧です
完璧
素晴らしい
素晴らしいです
すごい
すごいです
さすが
お疲れ様です
お疲れ様でした
なるほど
了解です
`,
  praiseExtras: `
本当に
とても
です
ございます
`,
  acknowledgements: `
もちろん
もちろんです
はい
承知しました
了解しました
かしこまりました
`,
  errorOpenings: `
エラーが発生しました
`,
  errorWords: `
エラー
`,
};
