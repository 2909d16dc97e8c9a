import { stripInvisible } from './strip-invisible.ts'

/**
 * Returns true if a text may be a rule, a preference or an order for its reader, in English, German, French, Spanish, Chinese or Japanese,
 * or if it hides what it says. It finds rather too much: it decides which words of strangers are not even kept. It never makes a text
 * harmless, since an order can be said in words that no list has.
 */
export function readsLikeRule(text: string): boolean {
  const plain = stripInvisible(text).normalize('NFKC').toLowerCase()
  return mixedWord.test(plain) || orderWords.test(plain) || orderLetters.test(plain) || orderBeginning.test(plain)
}

const words = [
  'always never must mustn should shouldn ought cannot ignore disregard forget remember override bypass obey comply',
  'don dont instruct instructed instruction instructions rule rules policy prompt assistant user you your yourself please prefer prefers',
  'preference require requires required mandatory important urgent instead henceforth hereafter whenever',
  'immer nie niemals muss müssen musst soll sollst sollte ignoriere ignorieren vergiss merke beachte du dein deine sie ihr bitte wichtig anweisung anweisungen regel regeln',
  'toujours jamais dois devez doit faut ignore ignorez oublie oubliez tu vous votre ton règle règles consigne instructions veuillez',
  'siempre nunca debes debe deben hay ignora ignore olvida olvide usted tú tu su regla reglas instrucción instrucciones favor',
]
const orderWords = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${words.join(' ').split(' ').join('|')})(?![\\p{L}\\p{N}])|\\bfrom now on\\b|\\bab jetzt\\b|\\bmake sure\\b|\\bsystem message\\b`,
  'u',
)
const orderLetters =
  /必须|必須|总是|總是|永远|永遠|不要|不得|忽略|无视|無視|記住|记住|应该|應該|请|請|你|您|用户|規則|规则|指示|常に|必ず|決して|してください|しなさい|なければ|べき|ルール|あなた/u
const verbs =
  'add answer append approve ask call change click commit copy create curl delete deploy disable download email enable execute export fetch follow forward give grant install keep let list load log mail make merge move note open paste pay post print publish push put read reject remove rename replace reply report reset return run save say send set share show skip start stop store submit switch take tell transfer treat trust type update upload use visit wire write'
const orderBeginning = new RegExp(
  `(?:^|[.!?:;\\n"'>*#-]\\s*|\\bto\\s+|\\band\\s+)(?:${verbs.split(' ').join('|')})\\s`,
  'u',
)
/** A word of Latin letters with letters of another alphabet that look like them. */
const mixedWord =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u
