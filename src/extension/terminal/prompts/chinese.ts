import type { ScreenPrompts } from './screenPrompts.ts';

/** The prompts of seed 003, word for word. */
export const CHINESE_PROMPTS: ScreenPrompts = {
  unified: {
    system: '你是终端输出分析专家。分析 AI Agent 终端快照，判断状态并提取问题。只返回 JSON。',
    user: `分析终端快照，判断 Agent 状态并提取问题。

<terminal>
{terminal_content}
</terminal>

<判断规则>
状态优先级：PROCESSING > HAS_QUESTION > IDLE

PROCESSING（正在处理，跳过通知）:
- 带省略号的状态词：Thinking…, Brewing…, Running…, Working…
- 旋转动画字符：✢✻✶✽◐◑◒◓⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏
- 括号内运行提示：(running), (executing), (loading)
- 注意：底部状态栏的上下文使用量（如 ██░░ 22%）不算

HAS_QUESTION（有问题等待回答）:
- 终端显示问题且问题后无新的 ⏺ 回复
- "[用户正在输入...]" 表示用户未提交，忽略

IDLE（空闲无问题）:
- 只有提示符 ❯ 或 >，无问题
- Agent 显示完成信息后等待
</判断规则>

<输出格式>
{
  "status": "processing" | "has_question" | "idle",
  "context_complete": true | false,
  "message": "格式化的问题内容（status=has_question 时）",
  "fingerprint": "语义指纹（status=has_question 时）",
  "message_type": "choice" | "confirmation" | "open_ended",
  "options": ["选项1", "选项2"],
  "agent_status": "completed" | "idle" | "waiting",
  "last_action": "最后操作摘要或 null"
}
</输出格式>

<context_complete 规则>
true: 能看到完整问题和所有选项
false: 问题引用了不可见内容（如"这个方案"但方案不可见）
</context_complete>

<fingerprint 规则>
- 英文短横线连接关键词：react-todo-enhance-or-fresh
- 只含核心语义，忽略措辞差异
- 相同问题不同表述 → 相同 fingerprint
</fingerprint>

<message 格式>
- 选择题：问题 + 选项列表 + "回复字母/数字选择"
- 确认题：问题 + "回复 y/n"
- 开放题：问题 + "回复内容"
- 不超过 500 字符
</message>

只返回 JSON。`,
  },
  state: {
    system: '你是终端状态分析专家。严格返回：PROCESSING / WAITING / DECISION。禁止其他输出。',
    user: `判断 AI 编码助手状态：

<terminal>
{terminal_content}
</terminal>

规则：
- PROCESSING: 状态词（Thinking…, Brewing…）、动画字符、运行提示
- DECISION: 等待关键决策（方向/方案/技术选择）
- WAITING: 其他等待输入

直接回答 PROCESSING、WAITING 或 DECISION。`,
  },
  extraction: {
    system: '你是终端输出分析专家。提取 Agent 问题，格式化为通知消息。只返回 JSON。',
    user: `提取终端中的问题：

<terminal>
{terminal_content}
</terminal>

返回 JSON：
{
  "has_question": boolean,
  "message": "格式化问题",
  "fingerprint": "语义指纹",
  "context_complete": boolean,
  "message_type": "choice" | "confirmation" | "open_ended",
  "options": []
}

规则：
- 找最后的问题，检查后面有无新 ⏺ 回复
- fingerprint: 英文短横线连接关键词
- context_complete: 能看到完整问题和选项

只返回 JSON。`,
  },
};
