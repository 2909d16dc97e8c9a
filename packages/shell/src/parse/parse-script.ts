import * as unbash from 'unbash'
import { convertAssignment, convertRedirect } from './convert-command-parts.ts'
import { convertArithmetic, convertWord } from './convert-word.ts'
import type { CommandNode, Node, RawAssignment, RawRedirect, RawWord, Script, Span, TestClause } from './tree.ts'

/**
 * Parses one bash text into our tree. Never throws: unparsable parts are reported in `errors`, with the part of the
 * tree that was recovered. Offsets of nested scripts count in their own source.
 */
export function parseScript(text: string): Script {
  try {
    const limit = findParseLimit(text)
    if (limit === undefined) return convertScript(unbash.parse(text))
    const { items, errors } = convertScript(unbash.parse(text.slice(0, limit.end)))
    return { items, errors: [...errors, limit.why] }
  } catch (error) {
    return { items: [], errors: [error instanceof Error ? error.message : String(error)] }
  }
}

function convertScript(script: unbash.ParsedScript): Script {
  const errors = (script.errors ?? []).map((error) => error.message)
  return { items: script.commands.map(convertStatement), errors }
}

const spanOf = (node: { readonly pos: number; readonly end: number }): Span => ({
  start: node.pos,
  end: node.end,
})

function convertStatement(statement: unbash.Statement): Node {
  const body = convertNode(statement.command)
  return statement.background === true ? { kind: 'background', body } : body
}

function convertList(list: unbash.CompoundList): Node {
  const items = list.commands.map(convertStatement)
  return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'list', items }
}

/** A command that gives a variable a value that is not known: `coproc x { … }` sets `x` to the descriptors of the pipes. */
function setsUnknown(name: RawWord): Node {
  const { span } = name
  const value: RawWord = {
    ...{ text: '$!', braces: false, span },
    parts: [{ kind: 'parameter', name: '!', text: '$!', quoted: true, indirect: false, length: false }],
  }
  const assignment = { name: name.text, append: false, values: [value], array: false, span }
  return { kind: 'command', assignments: [assignment], words: [], redirects: [], span }
}

function convertNode(node: unbash.PipelineNode | unbash.AndOr | unbash.CompoundList): Node {
  switch (node.type) {
    case 'Command':
      return convertCommand(node)
    case 'Pipeline': {
      const stages = node.commands.map(convertNode)
      return stages.length === 1 && stages[0] !== undefined ? stages[0] : { kind: 'pipeline', stages }
    }
    case 'AndOr':
      return { kind: 'list', items: node.commands.map(convertNode), conditional: true }
    case 'CompoundList':
      return convertList(node)
    case 'Redirected':
      return { kind: 'redirected', body: convertNode(node.command), redirects: convertRedirects(node.redirects) }
    case 'Subshell':
      return { kind: 'group', body: convertList(node.body), subshell: true }
    case 'BraceGroup':
      return { kind: 'group', body: convertList(node.body), subshell: false }
    case 'If':
      return convertIf(node)
    case 'Case':
      return {
        kind: 'branch',
        subject: word(node.word),
        patterns: node.items.flatMap((item) => item.pattern.map(word)),
        arms: node.items.map((item) => convertList(item.body)),
      }
    case 'For':
    case 'Select':
      return {
        kind: 'loop',
        variable: node.name.value,
        ...(node.wordlist === undefined ? {} : { words: node.wordlist.map(word) }),
        arithmetic: [],
        body: convertList(node.body),
      }
    case 'While':
      return { kind: 'loop', arithmetic: [], condition: convertList(node.clause), body: convertList(node.body) }
    case 'ArithmeticFor': {
      const expressions = [node.initialize, node.test, node.update].filter((expression) => expression !== undefined)
      const arithmetic = expressions.map((expression) => convertArithmetic(expression, convertScript))
      return { kind: 'loop', arithmetic, body: convertList(node.body) }
    }
    case 'Function':
      return { kind: 'function', name: word(node.name), body: convertNode(node.body) }
    case 'Coproc': {
      const body: Node = { kind: 'background', body: convertNode(node.body) }
      return node.name === undefined ? body : { kind: 'list', items: [setsUnknown(word(node.name)), body] }
    }
    case 'TestCommand':
      return { kind: 'test', clauses: convertTest(node.expression) }
    case 'ArithmeticCommand':
      return { kind: 'arithmetic', expression: convertArithmetic(node.expression, convertScript) }
    default:
      return node satisfies never
  }
}

const word = (raw: unbash.Word): RawWord => convertWord(raw, convertScript)

const convertRedirects = (redirects: readonly unbash.Redirection[]): RawRedirect[] =>
  redirects.flatMap((redirect) => convertRedirect(redirect, convertScript))

function convertCommand(node: unbash.Command): CommandNode {
  const assignments: RawAssignment[] = []
  for (const item of node.prefix) {
    if (item.type === 'Assignment') assignments.push(convertAssignment(item, convertScript))
  }
  const words = node.name === undefined ? [] : [word(node.name)]
  for (const argument of node.args) {
    words.push(argument.type === 'Word' ? word(argument) : assignmentWord(argument))
  }
  return { kind: 'command', assignments, words, redirects: convertRedirects(node.redirects), span: spanOf(node) }
}

/** `export A=$x` carries an assignment where other commands carry a word: seen as the word `A=$x`. */
function assignmentWord(node: unbash.Assignment): RawWord {
  const { name, index, values, append } = convertAssignment(node, convertScript)
  const head = { kind: 'literal', value: `${name}${append ? '+' : ''}=`, quoted: true } as const
  const parts = [...(index?.parts ?? []), ...values.flatMap((value) => value.parts)]
  return { text: node.text, parts: [head, ...parts], braces: false, span: spanOf(node) }
}

function convertIf(node: unbash.If): Node {
  const arms = [convertList(node.clause), convertList(node.then)]
  for (const elif of node.elif) arms.push(convertList(elif.clause), convertList(elif.then))
  if (node.else !== undefined) arms.push(convertList(node.else))
  return { kind: 'branch', patterns: [], arms }
}

function convertTest(expression: unbash.TestExpression): TestClause[] {
  switch (expression.type) {
    case 'TestUnary':
      return [{ operator: expression.operator, operands: [word(expression.operand)] }]
    case 'TestBinary':
      return [{ operator: expression.operator, operands: [word(expression.left), word(expression.right)] }]
    case 'TestLogical':
      return expression.operands.flatMap(convertTest)
    case 'TestNot':
      return convertTest(expression.operand)
    case 'TestGroup':
      return convertTest(expression.expression)
    default:
      return expression satisfies never
  }
}

const maximumDocuments = 2_000
const maximumNesting = 100

/**
 * Returns the offset from which the parser would need quadratic time: many unclosed here-documents, nested expansions.
 * The text before it is still parsed; `undefined` for an ordinary text.
 */
export function findParseLimit(text: string): { readonly end: number; readonly why: string } | undefined {
  let documents = 0
  let nesting = 0
  for (let at = 0; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lessThan && text.charCodeAt(at + 1) === lessThan) {
      documents += 1
      if (documents > maximumDocuments)
        return { end: at, why: `the text has more than ${maximumDocuments} here-documents` }
      at += 1
    } else if (code === dollar && text.charCodeAt(at + 1) === openBrace) {
      nesting += 1
      if (nesting > maximumNesting) return { end: at, why: `expansions are nested more than ${maximumNesting} deep` }
    } else if (code === closeBrace && nesting > 0) nesting -= 1
  }
  return undefined
}

const lessThan = 0x3c
const dollar = 0x24
const openBrace = 0x7b
const closeBrace = 0x7d
