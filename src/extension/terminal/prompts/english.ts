import type { ScreenPrompts } from './screenPrompts.ts';

/** The prompts of seed 003, translated. Fields and values keep their names. */
export const ENGLISH_PROMPTS: ScreenPrompts = {
  unified: {
    system:
      'You are an expert in the analysis of terminal output. Analyze the terminal snapshot of an AI agent, determine its state and extract its question. Return only JSON.',
    user: `Analyze the terminal snapshot, determine the agent's state and extract its question.

<terminal>
{terminal_content}
</terminal>

<state rules>
Priority of states: PROCESSING > HAS_QUESTION > IDLE

PROCESSING (at work, no notification):
- A status word with an ellipsis: Thinking…, Brewing…, Running…, Working…
- Spinner characters: ✢✻✶✽◐◑◒◓⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏
- A hint that work is running, in parentheses: (running), (executing), (loading)
- Note: the context usage in the status bar at the bottom (such as ██░░ 22%) does not count

HAS_QUESTION (a question waits for an answer):
- The terminal shows a question, and no new ⏺ reply follows the question
- "[用户正在输入...]" or "[the user is typing...]" means that the user has not submitted yet; ignore it

IDLE (idle, no question):
- Only a prompt ❯ or >, and no question
- The agent waits after it has reported completion
</state rules>

<output format>
{
  "status": "processing" | "has_question" | "idle",
  "context_complete": true | false,
  "message": "the formatted question (if status=has_question)",
  "fingerprint": "semantic fingerprint (if status=has_question)",
  "message_type": "choice" | "confirmation" | "open_ended",
  "options": ["option 1", "option 2"],
  "agent_status": "completed" | "idle" | "waiting",
  "last_action": "summary of the last action, or null"
}
</output format>

<context_complete rules>
true: the complete question and all options are visible
false: the question refers to content that is not visible (such as "this plan" if the plan is not visible)
</context_complete>

<fingerprint rules>
- English keywords joined by hyphens: react-todo-enhance-or-fresh
- Only the core meaning; ignore differences in wording
- The same question in other words → the same fingerprint
</fingerprint>

<message format>
- Choice: question + list of options + "Reply with the letter or number"
- Confirmation: question + "Reply y/n"
- Open question: question + "Reply with your answer"
- At most 500 characters
</message>

Return only JSON.`,
  },
  state: {
    system:
      'You are an expert in the analysis of terminal states. Return exactly one of: PROCESSING / WAITING / DECISION. No other output.',
    user: `Determine the state of the AI coding assistant:

<terminal>
{terminal_content}
</terminal>

Rules:
- PROCESSING: a status word (Thinking…, Brewing…), animated characters, a hint that work is running
- DECISION: waits for a key decision (direction, plan, choice of technology)
- WAITING: waits for any other input

Answer directly with PROCESSING, WAITING or DECISION.`,
  },
  extraction: {
    system:
      'You are an expert in the analysis of terminal output. Extract the agent’s question and format it as a notification. Return only JSON.',
    user: `Extract the question from the terminal:

<terminal>
{terminal_content}
</terminal>

Return JSON:
{
  "has_question": boolean,
  "message": "the formatted question",
  "fingerprint": "semantic fingerprint",
  "context_complete": boolean,
  "message_type": "choice" | "confirmation" | "open_ended",
  "options": []
}

Rules:
- Find the last question, and check whether a new ⏺ reply follows it
- fingerprint: English keywords joined by hyphens
- context_complete: the complete question and all options are visible

Return only JSON.`,
  },
};
