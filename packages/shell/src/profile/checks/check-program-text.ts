import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/*
 * Programs in little languages are not read: reading them as the real program does cannot be kept up. Instead, a text
 * that mentions anywhere, be it in a string or a comment, a word by which its language could do more than compute is a
 * gadget. The rest still runs contained only.
 */

const awkMentions = /system|getline|ENVIRON|SYMTAB|PROCINFO|ARG[VC]|[@\\]\n|@|(?<!\|)\|(?!\|)|>(?!=|[ \t]*-?\d)/
const jqMentions = /\benv\b|ENV|\$\s*__|\b(?:import|include|input_filename|modulemeta|explode|debug|stderr|getpath\/)\b/
const yqMentions =
  /\benv|ENV|strenv|\b(?:load\w*|eval|import|include|system|exec|from_?file|filename|split_doc)\b|\$\s*__/i

/** The shapes of sed's commands that only print, delete and substitute. Everything else may run commands or write files. */
const part = String.raw`(?:[^/\n\\[]|\\[^\n]|\[\^?\]?[^/\\\n\]]*\])*`
const other = (mark: string): string => String.raw`(?:[^${mark}\n\\[]|\\[^\n])*`
const address = String.raw`(?:\d+|\$|/${part}/I?)(?:~\d+)?`
const substitutions = [
  String.raw`s/${part}/(?:[^/\n\\]|\\[^\n])*/`,
  ...['|', '#', ',', ':', '@'].map((mark) => `s[${mark}]${other(mark)}[${mark}]${other(mark)}[${mark}]`),
]
const command = String.raw`(?:${address}(?:,[+~]?${address})?)?\s*!?\s*(?:[pdqQ=nNhHgGxDP]|(?:${substitutions.join('|')})[gpiI\d]*)`
const sedShape = new RegExp(String.raw`^\s*${command}(?:\s*[;\n]\s*${command})*\s*;?\s*$`)

/** Statements that read or change rows and do nothing else, one at a time. */
const sqlShape =
  /^\s*(?:select|insert\s+into|update|with|explain|show|describe|desc|values|pragma\s+\w+\s*(?:\(\s*\w+\s*\))?\s*;?\s*$)\b[^;\\`]*;?\s*$/is
const sqlMentions =
  /\b(?:load_extension|writefile|readfile|edit(?=\s*\()|fts3_tokenizer|pg_\w+|lo_\w+|dblink\w*|into|outfile|dumpfile|load_file|read_\w+|query_to_\w+|delete|set_config|current_setting|sleep|benchmark)\b|--|\/\*|\$\w*\$|\n\s*\./i
/** Verbs that begin a statement, and may also occur inside another one. */
const sqlVerbs =
  /^\s*(?:with|explain)\b[\s\S]*\b(?:drop|truncate|attach|copy|alter|create|insert|update|execute|call|do)\b/i

/** Returns true if a statement is known to only read or change rows. */
function isPlainStatement(text: string): boolean {
  const words = text.replace(/^\s*insert\s+into\b/i, '')
  return text.length <= 20_000 && sqlShape.test(text) && !sqlMentions.test(words) && !sqlVerbs.test(text)
}

const never = /(?!)/
/** `sed -i '' SCRIPT` of BSD. */
const noSuffix = /^$/
/** The sub-command of `yq eval FILTER`. */
const evaluating = /^(?:e|ea|eval|eval-all)$/

/** The texts of a call: the values of `-e`-like options, or else the first operand. */
function textsOf(call: CallBuilder, skipped = never): readonly (readonly [Word, number])[] {
  const given = call.parsed.options.filter(({ option }) => option.role === 'pattern')
  if (given.length > 0)
    return given.flatMap(({ value, valueIndex }) => (value === undefined ? [] : [[value, valueIndex] as const]))
  const [first] = call.parsed.operands.filter(({ word }) => !skipped.test(word.text))
  return first === undefined || call.has('-f', '--file', '--from-file') ? [] : [[first.word, first.index]]
}

function checkTexts(call: CallBuilder, isPlain: (text: string) => boolean, skipped = never): void {
  for (const [word, index] of textsOf(call, skipped)) {
    if (!word.static || word.text.length > 20_000 || !isPlain(word.text))
      call.gadget(index, `the program ${word.text.slice(0, 200)} may do more than compute`)
  }
}

export const checkAwk = (call: CallBuilder): void => checkTexts(call, (text) => !awkMentions.test(text))

export const checkJq = (call: CallBuilder): void => checkTexts(call, isPlainFilter)

/** Returns true if a jq filter only shows its input; also for programs with built-in jq. */
export const isPlainFilter = (text: string): boolean => !jqMentions.test(text)

export const checkYq = (call: CallBuilder): void => checkTexts(call, (text) => !yqMentions.test(text), evaluating)

export function checkSed(call: CallBuilder): void {
  const isInPlace = call.has('-i', '--in-place', '-I')
  checkTexts(call, (text) => sedShape.test(text), isInPlace ? noSuffix : never)
  if (!isInPlace) return
  const scripts = new Set(textsOf(call, noSuffix).map(([word]) => word))
  for (const { word } of call.parsed.operands) if (!scripts.has(word) && word.text !== '') call.path(word, 'write')
}

const sqliteCommand = /^\s*\.(?:tables|schema|databases|indexes|help|show|dbinfo|fullschema)(?:\s+[\w%]+)?\s*$/

/** `sqlite3 file statement…`: without a statement it reads them from standard input. */
export function checkSqlite(call: CallBuilder): void {
  const given = call.parsed.options.flatMap(({ option, value, valueIndex }) =>
    option.role === 'pattern' && value !== undefined ? [[value, valueIndex] as const] : [],
  )
  const statements = call.parsed.operands.slice(1).map(({ word, index }) => [word, index] as const)
  checkStatements(call, [...given, ...statements], sqliteCommand)
  if (given.length + statements.length === 0 && !call.has('-version'))
    call.gadget(-1, 'reads its statements from standard input')
}

const psqlCommand = /^\s*\\(?:d[a-zA-Z+]*(?:\s+[\w."*]+)?|l\+?|conninfo)\s*$/

/** `psql -c`, `mysql -e`: without a statement they read them from standard input. */
export function checkSqlClient(call: CallBuilder): void {
  const given = call.parsed.options.flatMap(({ option, value, valueIndex }) =>
    option.role === 'pattern' && value !== undefined ? [[value, valueIndex] as const] : [],
  )
  checkStatements(call, given, psqlCommand)
  if (given.length === 0 && !call.has('-l', '--list', '-f', '--file'))
    call.gadget(-1, 'reads its statements from standard input')
}

function checkStatements(call: CallBuilder, statements: readonly (readonly [Word, number])[], command: RegExp): void {
  for (const [word, index] of statements) {
    if (!word.static || !(isPlainStatement(word.text) || command.test(word.text)))
      call.gadget(index, 'the statement may do more than read and change rows')
  }
}
