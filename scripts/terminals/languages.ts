/** What a user types and a model answers in the recordings, in one of five languages. */
export interface Words {
  readonly prompt: string;
  /** An answer that asks nothing, although there is a question and a list in it. */
  readonly statement: string;
  /** Ends in a question without options; `openQuestion` is its last sentence. */
  readonly open: string;
  readonly openQuestion: string;
  readonly list: { readonly text: string; readonly question: string; readonly options: readonly string[] };
  /** Describes a plan, then asks whether to carry it out, with the keys `[Y/n]`. */
  readonly confirm: string;
  readonly confirmQuestion: string;
  /** Text that the user types and does not send at first. */
  readonly typed: string;
  readonly done: string;
  readonly ask: {
    readonly question: string;
    readonly header: string;
    readonly options: readonly string[];
    readonly why: string;
  };
}

export const LANGUAGES: Readonly<Record<'en' | 'zh' | 'ja' | 'pt' | 'de', Words>> = {
  en: {
    prompt: 'add a discount to the cart',
    statement:
      'Why was the total wrong? The sum started at 1. I changed two things:\n\n1. `total` starts at 0.\n2. Prices are rounded.\n\nThe tests pass.',
    open: 'The discount is in place.\n\nWhat should the maximum discount be?',
    openQuestion: 'What should the maximum discount be?',
    list: {
      text: 'Where should the discount be applied?\n\nA) In the cart\nB) At checkout\nC) On the server',
      question: 'Where should the discount be applied?',
      options: ['In the cart', 'At checkout', 'On the server'],
    },
    confirm:
      'My plan: move the rounding to the server and delete `round.ts`.\n\nShall I go ahead with this plan? [Y/n]',
    confirmQuestion: 'Shall I go ahead with this plan?',
    typed: 'I think the ca',
    done: 'Done. The discount is applied in the cart.',
    ask: {
      question: 'Which database do you want to use?',
      header: 'Database',
      options: ['PostgreSQL', 'SQLite'],
      why: 'Fits this project',
    },
  },
  zh: {
    prompt: '给购物车加上折扣',
    statement:
      '总价为什么不对？因为求和从 1 开始。我改了两处：\n\n1. `total` 从 0 开始。\n2. 价格四舍五入。\n\n测试全部通过。',
    open: '折扣已经加好了。\n\n折扣的上限应该是多少？',
    openQuestion: '折扣的上限应该是多少？',
    list: {
      text: '折扣应该在哪里计算？\n\nA) 在购物车里\nB) 在结账时\nC) 在服务器上',
      question: '折扣应该在哪里计算？',
      options: ['在购物车里', '在结账时', '在服务器上'],
    },
    confirm: '我的计划：把四舍五入移到服务器，并删除 `round.ts`。\n\n要按这个计划执行吗？[Y/n]',
    confirmQuestion: '要按这个计划执行吗？',
    typed: '我觉得',
    done: '完成了。折扣在购物车里计算。',
    ask: {
      question: '你想使用哪个数据库？',
      header: '数据库',
      options: ['PostgreSQL 数据库', 'SQLite 文件'],
      why: '适合这个项目',
    },
  },
  ja: {
    prompt: 'カートに割引を追加して',
    statement:
      'なぜ合計が間違っていたのか？合計が 1 から始まっていたためです。二か所を変更しました：\n\n1. `total` は 0 から始まります。\n2. 価格を丸めます。\n\nテストは成功しました。',
    open: '割引を追加しました。\n\n割引の上限はいくらにしますか？',
    openQuestion: '割引の上限はいくらにしますか？',
    list: {
      text: '割引はどこで計算しますか？\n\nA) カートの中\nB) 会計のとき\nC) サーバー側',
      question: '割引はどこで計算しますか？',
      options: ['カートの中', '会計のとき', 'サーバー側'],
    },
    confirm: '計画：丸めをサーバーに移し、`round.ts` を削除します。\n\nこの計画で進めてもよろしいですか？[Y/n]',
    confirmQuestion: 'この計画で進めてもよろしいですか？',
    typed: 'カート',
    done: '完了しました。割引はカートで計算されます。',
    ask: {
      question: 'どのデータベースを使いますか？',
      header: 'データベース',
      options: ['PostgreSQL を使う', 'SQLite を使う'],
      why: 'このプロジェクトに合う',
    },
  },
  pt: {
    prompt: 'adicione um desconto ao carrinho',
    statement:
      'Por que o total estava errado? A soma começava em 1. Mudei duas coisas:\n\n1. `total` começa em 0.\n2. Os preços são arredondados.\n\nOs testes passam.',
    open: 'O desconto foi adicionado.\n\nQual deve ser o desconto máximo?',
    openQuestion: 'Qual deve ser o desconto máximo?',
    list: {
      text: 'Onde o desconto deve ser aplicado?\n\nA) No carrinho\nB) No pagamento\nC) No servidor',
      question: 'Onde o desconto deve ser aplicado?',
      options: ['No carrinho', 'No pagamento', 'No servidor'],
    },
    confirm:
      'Meu plano: mover o arredondamento para o servidor e apagar `round.ts`.\n\nPosso seguir com este plano? [S/n]',
    confirmQuestion: 'Posso seguir com este plano?',
    typed: 'acho que é mel',
    done: 'Pronto. O desconto é aplicado no carrinho.',
    ask: {
      question: 'Qual banco de dados você quer usar?',
      header: 'Banco',
      options: ['Usar PostgreSQL', 'Usar SQLite'],
      why: 'Serve para este projeto',
    },
  },
  de: {
    prompt: 'füge dem Warenkorb einen Rabatt hinzu',
    statement:
      'Warum war die Summe falsch? Sie begann bei 1. Ich habe zwei Dinge geändert:\n\n1. `total` beginnt bei 0.\n2. Preise werden gerundet.\n\nDie Tests laufen durch.',
    open: 'Der Rabatt ist eingebaut.\n\nWie hoch darf der Rabatt höchstens sein?',
    openQuestion: 'Wie hoch darf der Rabatt höchstens sein?',
    list: {
      text: 'Wo soll der Rabatt berechnet werden?\n\nA) Im Warenkorb\nB) An der Kasse\nC) Auf dem Server',
      question: 'Wo soll der Rabatt berechnet werden?',
      options: ['Im Warenkorb', 'An der Kasse', 'Auf dem Server'],
    },
    confirm:
      'Mein Plan: das Runden auf den Server verlegen und `round.ts` löschen.\n\nSoll ich diesen Plan ausführen? [J/n]',
    confirmQuestion: 'Soll ich diesen Plan ausführen?',
    typed: 'ich würde ihn l',
    done: 'Fertig. Der Rabatt wird im Warenkorb berechnet.',
    ask: {
      question: 'Welche Datenbank soll es sein?',
      header: 'Datenbank',
      options: ['PostgreSQL nehmen', 'SQLite nehmen'],
      why: 'Passt zu diesem Projekt',
    },
  },
};

export type Language = keyof typeof LANGUAGES;
