import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { ConfigSyntax, ConfigValue, EntryPath } from './config-syntax.ts'
import { removeElement } from './remove-element.ts'
import { afterBlanks, applyEdits, indentationAt, lineEndOf, type TextEdit } from './text-edit.ts'

/** JSON, with comments and commas at the end as editors write it. */
export const jsonSyntax: ConfigSyntax = {
  read: (text) => {
    const parsed = parse(text)
    if (typeof parsed === 'string') return { status: 'broken', why: parsed }
    return { status: 'read', value: parsed.root === undefined ? {} : plain(parsed.root) }
  },
  set: (text, path, value) => {
    const parsed = parse(text)
    const keys = keysOf(path)
    if (typeof parsed === 'string' || keys === undefined) return undefined
    if (parsed.root === undefined) return createDocument(text, keys, value)
    const { node, left } = descend(parsed.root, keys)
    if (left.length === 0) {
      const { offset, length } = node
      const shown = render(value, {
        text,
        indentation: indentationAt(text, offset),
        isCompact: isOnOneLine(text, node),
      })
      return applyEdits(text, [{ start: offset, end: offset + length, text: shown }])
    }
    if (node.type !== 'object') return undefined
    const [key = '', ...inner] = left
    const nested = inner.reduceRight<ConfigValue>((value, name) => ({ [name]: value }), value)
    return applyEdits(text, insertion(text, node, key, nested))
  },
  remove: (text, path) => {
    const parsed = parse(text)
    const keys = keysOf(path)
    if (typeof parsed === 'string' || keys === undefined || parsed.root === undefined) return undefined
    const { node, left } = descend(parsed.root, keys)
    const property = node.parent
    const properties = property?.parent?.children
    if (left.length > 0 || property === undefined || properties === undefined) return undefined
    const ranges = properties.map(({ offset, length }) => ({ start: offset, end: offset + length }))
    return removeElement(text, ranges, properties.indexOf(property), commaAfter)
  },
}

/** The parser makes objects without a prototype, which equal no others. */
function plain(node: Node): ConfigValue {
  return JSON.parse(JSON.stringify(getNodeValue(node)))
}

/** Deeper files are refused, because the parser would run out of stack. */
const maxDepth = 64

/** Returns the tree, or the reason why there is none. */
function parse(text: string): { readonly root: Node | undefined } | string {
  const scanner = createScanner(text, true)
  for (let depth = 0; scanner.getTokenOffset() < text.length; ) {
    scanner.scan()
    const sign = text[scanner.getTokenOffset()]
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > maxDepth) return `it is nested deeper than ${maxDepth} levels`
  }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [error] = errors
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length
    return `it is not valid JSON (${printParseErrorCode(error.error)}, line ${line})`
  }
  if (root !== undefined && root.type !== 'object') return 'it does not contain an object'
  const twice = root && keyGivenTwice(root)
  return twice === undefined ? { root } : `it gives the key ${JSON.stringify(twice)} twice`
}

function keyGivenTwice({ type, children = [] }: Node): string | undefined {
  const names = type === 'object' ? children.map((property) => String(property.children?.[0]?.value)) : []
  const twice = names.find((name, index) => names.indexOf(name) !== index || name === '__proto__')
  if (twice !== undefined) return twice
  const values = type === 'object' ? children.flatMap((property) => property.children?.slice(1) ?? []) : children
  return values.map(keyGivenTwice).find((found) => found !== undefined)
}

function keysOf(path: EntryPath): readonly string[] | undefined {
  return path.every((key) => typeof key === 'string') ? path : undefined
}

/** Follows the keys as far as they exist. */
function descend(root: Node, keys: readonly string[]): { readonly node: Node; readonly left: readonly string[] } {
  let node = root
  for (const [index, key] of keys.entries()) {
    const property =
      node.type === 'object' ? node.children?.find((each) => each.children?.[0]?.value === key) : undefined
    const value = property?.children?.[1]
    if (value === undefined) return { node, left: keys.slice(index) }
    node = value
  }
  return { node, left: [] }
}

function insertion(text: string, object: Node, key: string, value: ConfigValue): readonly TextEdit[] {
  const end = object.offset + object.length - 1
  const last = object.children?.at(-1)
  const lineEnd = lineEndOf(text)
  const outer = indentationAt(text, object.offset)
  if (last === undefined) {
    const indentation = outer + indentationUnit(text)
    const property = renderProperty(key, value, { text, indentation, isCompact: false })
    const inside = text.slice(object.offset + 1, end)
    if (inside.trim() === '') {
      return [{ start: object.offset + 1, end, text: `${lineEnd}${indentation}${property}${lineEnd}${outer}` }]
    }
    const start = object.offset + 1 + inside.trimEnd().length
    const after = text.slice(start, end).includes('\n') ? '' : `${lineEnd}${outer}`
    return [{ start, end: start, text: `${lineEnd}${indentation}${property}${after}` }]
  }
  const first = object.children?.[0] ?? last
  const isCompact = !text.slice(object.offset, first.offset).includes('\n')
  const indentation = isCompact ? outer : indentationAt(text, first.offset)
  const property = renderProperty(key, value, { text, indentation, isCompact })
  const lastEnd = last.offset + last.length
  const comma = commaAfter(text, lastEnd)
  const commas = comma === undefined ? [{ start: lastEnd, end: lastEnd, text: ',' }] : []
  const start = afterCommentsOfLine(text, comma === undefined ? lastEnd : comma + 1, end)
  const gap = isCompact
    ? text[afterBlanks(text, start)] === '\n'
      ? ' '
      : spaceBefore(text, object, first)
    : lineEnd + indentation
  const insert = { start, end: start, text: `${gap}${property}${comma === undefined ? '' : ','}` }
  // A line comment ends with its line.
  const needsLine = isCompact && text.slice(lastEnd, start).includes('//')
  return [...commas, needsLine ? { ...insert, text: `${lineEnd}${insert.text}` } : insert]
}

/** The blank between properties of one line; compact files have none. */
function spaceBefore(text: string, { children = [] }: Node, first: Node): string {
  const second = children[1]
  if (second !== undefined) return text[second.offset - 1] === ' ' ? ' ' : ''
  return text.slice(first.offset, first.offset + first.length).includes(': ') ? ' ' : ''
}

interface Style {
  readonly text: string
  readonly indentation: string
  /** True if everything around is on one line. */
  readonly isCompact: boolean
}

function renderProperty(key: string, value: ConfigValue, style: Style): string {
  return `${JSON.stringify(key)}: ${render(value, style)}`
}

function render(value: ConfigValue, { text, indentation, isCompact }: Style): string {
  if (isCompact) return JSON.stringify(value)
  return JSON.stringify(value, undefined, indentationUnit(text)).replaceAll('\n', `${lineEndOf(text)}${indentation}`)
}

/** The indentation of one level: that of the first indented line. */
function indentationUnit(text: string): string {
  return /^([ \t]+)["}\]]/m.exec(text)?.[1] ?? '  '
}

function isOnOneLine(text: string, { parent, offset, length }: Node): boolean {
  const around = parent?.parent
  const whole =
    around === undefined
      ? text.slice(offset, offset + length)
      : text.slice(around.offset, around.offset + around.length)
  return !whole.includes('\n')
}

/** The offset of the comma that follows, behind comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const next = afterTrivia(text, offset)
  return text[next] === ',' ? next : undefined
}

/** White space and comments. */
const trivia = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y

function afterTrivia(text: string, offset: number): number {
  trivia.lastIndex = offset
  trivia.exec(text)
  return trivia.lastIndex
}

/** The end of the comments on the rest of the line, so that they stay with the property before them. */
function afterCommentsOfLine(text: string, offset: number, limit: number): number {
  let position = offset
  while (position < limit) {
    const start = afterBlanks(text, position)
    const [comment] = /^(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(start, limit)) ?? []
    if (comment === undefined) return position
    position = start + comment.length
  }
  return position
}

function createDocument(text: string, keys: readonly string[], value: ConfigValue): string {
  const whole = keys.reduceRight<ConfigValue>((inner, key) => ({ [key]: inner }), value)
  const lineEnd = lineEndOf(text)
  const before = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`
  return `${before}${render(whole, { text: '', indentation: '', isCompact: false }).replaceAll('\n', lineEnd)}${lineEnd}`
}
