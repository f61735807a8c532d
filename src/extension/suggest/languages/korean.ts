import type { LanguagePhrases } from './language.ts';

export const KOREAN: LanguagePhrases = {
  done: `
완료
완료됨
완료했습니다
완료되었습니다
끝
끝났습니다
`,
  meta: `
없음
제안 없음
제안이 없습니다
침묵
`,
  labels: `
제안
다음 단계
답변
힌트
`,
  speakers: `
사용자
`,
  fillers: `
음
흠
저기
글쎄
글쎄요
안녕하세요
`,
  praise: `
감사합니다
고마워
고마워요
고맙습니다
좋네요
완벽해요
완벽합니다
잘했어요
훌륭해요
훌륭합니다
멋져요
알겠습니다
`,
  praiseExtras: `
정말
너무
`,
  acknowledgements: `
네
물론
물론이죠
물론입니다
알겠습니다
`,
  errorOpenings: `
오류가 발생했습니다
`,
  errorWords: `
오류
`,
};
