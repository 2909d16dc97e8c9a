import type * as unbash from 'unbash'
import type { RawArithmetic, RawOperation, RawParameter, RawPart, RawWord, Script } from './tree.ts'

export type ConvertScript = (script: unbash.ParsedScript) => Script

/** A word with its parts; a word of plain letters has one literal part. */
export function convertWord(word: unbash.Word, convertScript: ConvertScript): RawWord {
  const span = { start: word.pos, end: word.end }
  if (word.parts === undefined) {
    const quoted = word.text !== word.value
    return { text: word.text, parts: literalParts(word.text, word.value, quoted), braces: false, span }
  }
  const braces = word.parts.some((part) => part.type === 'BraceExpansion')
  return { text: word.text, parts: convertParts(word.parts, false, convertScript), braces, span }
}

/** Keeps an unquoted leading tilde apart from the quoted rest, because only the former is expanded. */
function literalParts(text: string, value: string, quoted: boolean): RawPart[] {
  if (quoted && text.startsWith('~') && value.startsWith('~')) {
    const slash = text.indexOf('/')
    const head = slash > 0 && value.startsWith(text.slice(0, slash + 1)) ? text.slice(0, slash + 1) : ''
    if (head !== '') {
      return [
        { kind: 'literal', value: head, quoted: false },
        { kind: 'literal', value: value.slice(head.length), quoted: true },
      ]
    }
  }
  return [{ kind: 'literal', value, quoted }]
}

export function convertParts(
  parts: readonly unbash.WordPart[],
  quoted: boolean,
  convertScript: ConvertScript,
): RawPart[] {
  return parts.flatMap((part) => convertPart(part, quoted, convertScript))
}

function convertPart(part: unbash.WordPart, quoted: boolean, convertScript: ConvertScript): RawPart[] {
  switch (part.type) {
    case 'Literal':
      return quoted
        ? [{ kind: 'literal', value: part.value, quoted }]
        : literalParts(part.text, part.value, part.text !== part.value)
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'literal', value: part.value, quoted: true }]
    case 'DoubleQuoted':
    case 'LocaleString': {
      const inner = convertParts(part.parts, true, convertScript)
      return inner.length > 0 ? inner : [{ kind: 'literal', value: '', quoted: true }]
    }
    case 'Glob':
      return [{ kind: 'glob', text: part.text, parts: convertParts(part.parts ?? [], false, convertScript) }]
    case 'ExtendedGlob':
      return [{ kind: 'glob', text: part.text, parts: convertParts(part.parts ?? [], false, convertScript) }]
    case 'BraceExpansion':
      return [
        { kind: 'literal', value: part.text, quoted: false },
        ...convertParts(part.parts ?? [], false, convertScript),
      ]
    case 'SimpleExpansion':
      return [{ kind: 'parameter', name: part.text.slice(1), text: part.text, quoted, indirect: false, length: false }]
    case 'ParameterExpansion':
      return [convertParameter(part, quoted, convertScript)]
    case 'CommandExpansion':
      return [{ kind: 'command', script: () => part.script && convertScript(part.script), text: part.text, quoted }]
    case 'ProcessSubstitution': {
      const script = () => part.script && convertScript(part.script)
      return [{ kind: 'process', script, text: part.text, output: part.operator === '>' }]
    }
    case 'ArithmeticExpansion': {
      const expression = isTooLong(part.text) ? unread(part.text) : convertArithmetic(part.expression, convertScript)
      return [{ kind: 'arithmetic', expression, text: part.text, quoted }]
    }
    default:
      return part satisfies never
  }
}

function convertParameter(
  part: unbash.ParameterExpansionPart,
  quoted: boolean,
  convertScript: ConvertScript,
): RawParameter {
  return {
    kind: 'parameter',
    name: part.parameter,
    text: part.text,
    quoted,
    indirect: part.prefix === '!',
    length: part.prefix === '#',
    ...parameterDetails(part, convertScript),
  }
}

function parameterDetails(
  part: unbash.ParameterExpansionPart,
  convertScript: ConvertScript,
): Pick<RawParameter, 'index' | 'operation'> {
  if (isTooLong(part.text)) return { operation: { type: 'other', operator: '', operands: [] } }
  return {
    ...(part.index === undefined ? {} : { index: convertWord(part.index, convertScript) }),
    ...(part.operation === undefined ? {} : { operation: convertOperation(part.operation, convertScript) }),
  }
}

const maximumExpansion = 4_096

/** The parser reads each level of `${a:-${b:-…}}` and `$((…$((…))))` again: long ones are not parsed. */
const isTooLong = (text: string): boolean => text.length > maximumExpansion

/** An expression that is not looked into: the text stands as a name that no variable has, which is a hazard. */
const unread = (text: string): RawArithmetic => ({ names: [`${text.slice(0, 20)}…`], assigned: [], parts: [] })

function convertOperation(operation: unbash.ParameterOperation, convertScript: ConvertScript): RawOperation {
  const make = (type: RawOperation['type'], ...words: (unbash.Word | undefined)[]): RawOperation => {
    const given = words.filter((word) => word !== undefined)
    return { type, operator: operation.operator, operands: given.map((word) => convertWord(word, convertScript)) }
  }
  switch (operation.type) {
    case 'Default':
      return make('default', operation.operand)
    case 'Remove':
      return make('remove', operation.operand)
    case 'Replace':
      return make('replace', operation.pattern, operation.replacement)
    case 'Slice':
      return make('slice', operation.offset, operation.length)
    case 'CaseModification':
      return make('case', operation.operand)
    case 'Transform':
      return make('transform', operation.operand)
    case 'Names':
    case 'Unknown':
      return make('other')
    default:
      return operation satisfies never
  }
}

const assigning = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='])

/** Reduces an expression to the names it reads, the names it assigns, and the expansions inside it. */
export function convertArithmetic(
  expression: unbash.ArithmeticExpression | undefined,
  convertScript: ConvertScript,
): RawArithmetic {
  const names: string[] = []
  const assigned: string[] = []
  const parts: RawPart[] = []
  const pending: (unbash.ArithmeticExpression | undefined)[] = [expression]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    switch (node.type) {
      case 'ArithmeticBinary':
        if (assigning.has(node.operator) && node.left.type === 'ArithmeticWord') assigned.push(node.left.value)
        pending.push(node.right, node.left)
        break
      case 'ArithmeticUnary':
        pending.push(node.operand)
        break
      case 'ArithmeticTernary':
        pending.push(node.alternate, node.consequent, node.test)
        break
      case 'ArithmeticGroup':
        pending.push(node.expression)
        break
      case 'ArithmeticWord':
        if (!/^(?:\d[\w#@]*|)$/.test(node.value)) names.push(node.value)
        parts.push(...convertParts(node.parts ?? [], true, convertScript))
        break
      case 'ArithmeticCommandExpansion':
        parts.push({
          kind: 'command',
          script: () => node.script && convertScript(node.script),
          text: node.text,
          quoted: true,
        })
        break
      default:
        node satisfies never
    }
  }
  return { names, assigned, parts }
}
