import type { LanguagePhrases } from './language.ts';

export const CHINESE: LanguagePhrases = {
  done: `
完成
完成了
已完成
全部完成
任务完成
任務完成
搞定
搞定了
做完了
`,
  meta: `
无
無
无建议
無建議
没有建议
沒有建議
暂无建议
没有更多建议
沉默
未找到
无内容
`,
  labels: `
建议
建議
下一步
下一步建议
回答
回复
回覆
提示
预测
`,
  speakers: `
用户
用戶
助手
`,
  fillers: `
呃
额
哦
噢
啊
唔
那个
这个
那么
你好
您好
也许
`,
  praise: `
谢谢
谢谢你
谢谢您
非常感谢
感谢
多谢
谢啦
很好
太好了
非常好
不错
看起来不错
看起来很好
完美
太棒了
真棒
很棒
棒
做得好
干得好
明白了
懂了
謝謝
謝謝你
感謝
不錯
看起來不錯
幹得好
`,
  praiseExtras: `
了
啊
呀
吧
你的帮助
好的
!
`,
  acknowledgements: `
好的
好
当然
當然
没问题
沒問題
`,
  thanksFor: `
谢谢你的
感谢你的
感谢您的
`,
  errorOpenings: `
发生错误
發生錯誤
请求超时
請求逾時
`,
  errorWords: `
错误
錯誤
`,
};
