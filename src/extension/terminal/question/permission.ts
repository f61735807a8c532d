import { CONCEALED } from '../emulator/visibleText.ts';

/** Whole lines of a dialog that do not name what the user would allow: general questions and headings. */
const UNNAMED = new RegExp(
  `^(?:${[
    String.raw`(?:do you want|would you like) (?:me )?to (?:proceed|continue|go ahead|allow (?:this|it)|do this|make this edit|run (?:this|the following) command|make the following edits?)`,
    String.raw`(?:do you |shall i |should i |may i |can i )?(?:proceed|continue|go ahead|confirm|allow|approve)(?: (?:this|it|the)(?: (?:command|edit|action|tool(?: use| call)?|operation|request))?)?`,
    String.raw`(?:are you sure|is (?:this|that) (?:ok|okay)|ok(?:ay)?)`,
    String.raw`this (?:command|action|tool|edit|operation) requires (?:approval|permission|confirmation)`,
    String.raw`(?:△ )?(?:permission|approval|confirmation) required|permission request`,
    String.raw`(?:bash|shell|powershell) command|tool use|command|fetch|edit file|create file`,
    String.raw`(?:möchtest du|möchten sie|willst du|soll ich)?\s?(?:fortfahren|weitermachen)`,
    String.raw`(?:deseja|quer|você quer|posso|desea|quieres|deseas)?\s?(?:continuar|prosseguir|proceder)`,
    String.raw`(?:voulez-vous|veux-tu)?\s?(?:continuer|procéder)`,
    '(?:您?你?(?:想)?要?|是否)(?:要)?(?:继续|执行|允许|批准)(?:吗|么)?',
    '(?:続行|実行|許可|続け)(?:しますか|ますか)|계속(?:할까요|하시겠습니까)|продолжить',
  ].join('|')})\\s*[?？:：.。]?$`,
  'iu',
);

/** Whether a line of a dialog names what the user would allow, or asks for something other than a permission. */
export function namesSubject(line: string): boolean {
  const text = line.replaceAll(CONCEALED, '').trim();
  return text !== '' && !UNNAMED.test(text);
}
