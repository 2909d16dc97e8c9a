import { couldBecomeOption, sliceWord, type Word } from '../word/word.ts'
import type { Option, OptionTable } from './option-table.ts'
import type { ArgumentStyle } from './role.ts'

export interface GivenOption {
  readonly option: Option
  readonly value?: Word
  /** The index of the option's word, and of its value's word if that is another one. */
  readonly index: number
  readonly valueIndex: number
}

export interface Operand {
  readonly word: Word
  readonly index: number
  /** True if it follows `--`, so that it cannot be an option. */
  readonly afterDashes: boolean
}

export interface ParsedArguments {
  readonly options: readonly GivenOption[]
  readonly operands: readonly Operand[]
  /** Words that look like options and are not in the table. */
  readonly unknown: readonly number[]
  /** Words that may turn out to be options. */
  readonly uncertain: readonly number[]
}

/** Splits the words from `start` on into options and operands, by the conventions of the program. */
export function parseArguments(
  argv: readonly Word[],
  start: number,
  table: OptionTable,
  {
    style = 'gnu',
    stopAtOperand = style === 'posix',
  }: { readonly style?: ArgumentStyle | undefined; readonly stopAtOperand?: boolean },
): ParsedArguments {
  const options: GivenOption[] = []
  const operands: Operand[] = []
  const unknown: number[] = []
  const uncertain: number[] = []
  let ended = false
  let dashes = false
  for (let index = start; index < argv.length; index += 1) {
    const word = argv[index]
    if (word === undefined) break
    if (ended || word.text === '-' || !word.text.startsWith('-')) {
      if (!ended && couldBecomeOption(word)) uncertain.push(index)
      operands.push({ word, index, afterDashes: dashes })
      if (stopAtOperand) ended = true
      continue
    }
    if (word.text === '--') {
      ended = true
      dashes = true
      continue
    }
    const found = style === 'single' ? readLong(word, table, true) : readOption(word, table)
    if (found === undefined || !safePrefix(word)) {
      unknown.push(index)
      continue
    }
    for (const item of found) {
      const takesNext = /^(?:required|last)$/.test(item.option.value) && item.value === undefined
      const words = item.option.value === 'pair' ? 2 : takesNext ? 1 : 0
      for (let at = index; at <= index + words; at += 1) if (argv[at]?.splits === true) uncertain.push(at)
      const value = words > 0 ? argv[index + words] : item.value
      const given = { option: item.option, index, valueIndex: index + words }
      options.push(value === undefined ? given : { ...given, value })
      index += words
      if (item.option.value === 'last') ended = true
    }
  }
  return { options, operands, unknown, uncertain }
}

/** `--$x` and `--out*` say nothing; `--format=$x` is clear. */
function safePrefix(word: Word): boolean {
  return word.static || /^-(?:-[\w.-]+=|[A-Za-z0-9])/.test(word.prefix)
}

interface Found {
  readonly option: Option
  readonly value?: Word
}

function readOption(word: Word, table: OptionTable): Found[] | undefined {
  return word.text.startsWith('--') ? readLong(word, table, false) : readCluster(word, table)
}

function readLong(word: Word, table: OptionTable, oneDash: boolean): Found[] | undefined {
  const equals = word.text.indexOf('=')
  const written = equals < 0 ? word.text : word.text.slice(0, equals)
  const option = table.get(written) ?? (oneDash ? table.get(written.replace(/^--/, '-')) : undefined)
  if (option === undefined || (equals >= 0 && option.value === 'none')) return undefined
  return [equals < 0 ? { option } : { option, value: sliceWord(word, equals + 1) }]
}

function readCluster(word: Word, table: OptionTable): Found[] | undefined {
  const whole = table.get(word.text)
  if (whole !== undefined && word.text.length > 2) return [{ option: whole }]
  const digits = table.get('-#')
  if (digits !== undefined && /^-\d+$/.test(word.text)) return [{ option: digits }]
  const found: Found[] = []
  for (let at = 1; at < word.text.length; at += 1) {
    const option = table.get(`-${word.text[at]}`)
    if (option === undefined) return undefined
    const rest = at + 1 < word.text.length
    if (option.value === 'digits') {
      while (/\d/.test(word.text[at + 1] ?? '')) at += 1
      found.push({ option })
      continue
    }
    if (option.value !== 'none') {
      found.push(rest ? { option, value: sliceWord(word, at + 1) } : { option })
      return found
    }
    found.push({ option })
  }
  return word.static ? found : undefined
}
