import type { RawParameter } from '../parse/tree.ts'
import { isPlainName } from './plain-name.ts'
import { harmlessVariables, lookUp, numericVariables, type Scope } from './scope.ts'
import { staticWord, unknownWord, type Word } from './word.ts'

/** The parts of word expansion that the expansion of a parameter needs. */
export interface ParameterContext {
  readonly scope: Scope
  /** The single value of an operand, as between double quotes. */
  readonly value: (operand: NonNullable<RawParameter['operation']>['operands'][number]) => Word
  /** Notes a form that could run code or cannot be analysed. */
  readonly hazard: (why: string) => void
}

/**
 * The value of `$name` or `${name…}` as far as it is known. A default (`${x:-word}`) is both: the word is the guess, and
 * the result is not static.
 */
export function expandParameter(part: RawParameter, context: ParameterContext): Word {
  const { scope, hazard } = context
  if (part.indirect) {
    hazard(`${part.text} names its variable by another variable`)
    return unknownWord(part.text)
  }
  if (part.index !== undefined && !/^(?:[@*]|\d+)$/.test(part.index.text)) {
    hazard(`the subscript of ${part.text} is evaluated`)
    return unknownWord(part.text)
  }
  const known = part.index === undefined ? lookUp(scope, part.name) : undefined
  const { operation } = part
  const operands = operation?.operands.map(context.value) ?? []
  if (operation !== undefined) checkOperation(part.text, operation, operands, hazard)
  if (part.length || (numericVariables.has(part.name) && operation === undefined))
    return unknownWord(part.text, { prefix: '0', secret: false })
  const array = part.index === undefined ? undefined : scope.variables.get(part.name)
  if (array !== undefined && known === undefined)
    return unknownWord(part.text, { secret: array.secret, from: array.from })
  if (operation === undefined) return known ?? unknown(part)
  switch (operation.type) {
    case 'default':
      if (operation.operator.endsWith('=') && !isPlainName(part.name))
        hazard(`${part.text} sets ${part.name}, which programs may read`)
      else if (operation.operator.endsWith('=') && known !== undefined && !(known.static && known.text !== ''))
        hazard(`${part.text} may set ${part.name} again`)
      return expandDefault(part, operation.operator, known, operands[0])
    case 'slice':
      if (operands.some((operand) => !isNumber(operand))) return unknownWord(part.text)
      return guess(part, known, (text) =>
        slice(text, Number(operands[0]?.text), operands[1] && Number(operands[1].text)),
      )
    case 'case':
      return guess(part, known, (text) => changeCase(text, operation.operator))
    case 'replace':
      return guess(part, known, (text) => replace(text, operation.operator, operands[0]?.text, operands[1]?.text))
    case 'remove':
      return guess(part, known, (text) => remove(text, operation.operator, operands[0]?.text ?? ''))
    case 'transform':
    case 'other':
      return unknownWord(part.text)
    default:
      return operation.type satisfies never
  }
}

/** Notes what the operation evaluates, whatever it is applied to. */
function checkOperation(
  text: string,
  { type }: NonNullable<RawParameter['operation']>,
  operands: readonly Word[],
  hazard: (why: string) => void,
): void {
  if (type === 'slice' && operands.some((operand) => !isNumber(operand))) hazard(`the offsets of ${text} are evaluated`)
  if (type === 'transform' && operands[0]?.text !== 'Q') hazard(`${text} transforms its value, which can evaluate it`)
  if (type === 'other') hazard(`${text} cannot be analysed`)
}

const isNumber = ({ text, static: isStatic, prefix }: Word): boolean =>
  isStatic ? /^\s*-?\d+\s*$/.test(text) : prefix === '0'

function unknown(part: RawParameter): Word {
  return unknownWord(part.text, { secret: !harmless(part.name), credential: credentialName.test(part.name) })
}

const credentialName = /key|token|secret|pass|cred|auth|private|cookie|session|dsn|database_url|connection/i

const harmless = (name: string): boolean => harmlessVariables.has(name)

function expandDefault(
  part: RawParameter,
  operator: string,
  known: Word | undefined,
  fallback: Word | undefined,
): Word {
  const secret = !harmless(part.name) && known === undefined
  if (operator.endsWith('?')) return known ?? unknown(part)
  if (operator.endsWith('+')) return unknownWord(fallback?.text ?? '', { secret: fallback?.secret ?? false })
  if (known?.static === true && known.text !== '') return known
  return unknownWord(fallback?.text ?? '', {
    secret: secret || (fallback?.secret ?? false),
    from: fallback?.from ?? [],
  })
}

function guess(part: RawParameter, known: Word | undefined, change: (text: string) => string | undefined): Word {
  const text = known === undefined ? undefined : change(known.text)
  if (known === undefined || text === undefined)
    return { ...unknown(part), secret: known?.secret ?? !harmless(part.name) }
  return known.static ? staticWord(text) : { ...known, text, prefix: '' }
}

function slice(text: string, offset: number, length: number | undefined): string {
  const start = offset < 0 ? text.length + offset : offset
  if (length === undefined) return text.slice(start)
  return length < 0 ? text.slice(start, text.length + length) : text.slice(start, start + length)
}

function changeCase(text: string, operator: string): string {
  const convert = (part: string) => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase())
  return operator.length === 2 ? convert(text) : convert(text.slice(0, 1)) + text.slice(1)
}

const globCharacters = /[*?[\]\\]/

function replace(text: string, operator: string, pattern = '', replacement = ''): string | undefined {
  if (pattern === '' || globCharacters.test(pattern) || replacement.includes('&')) return undefined
  switch (operator) {
    case '/':
      return text.split(pattern).length > 1 ? text.replace(pattern, () => replacement) : text
    case '//':
      return text.split(pattern).join(replacement)
    case '/#':
      return text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text
    case '/%':
      return text.endsWith(pattern) ? text.slice(0, -pattern.length) + replacement : text
    default:
      return undefined
  }
}

function remove(text: string, operator: string, pattern: string): string | undefined {
  if (globCharacters.test(pattern)) return undefined
  if (operator.startsWith('#')) return text.startsWith(pattern) ? text.slice(pattern.length) : text
  return pattern !== '' && text.endsWith(pattern) ? text.slice(0, -pattern.length) : text
}
