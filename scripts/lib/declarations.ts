import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

type Parsed = ReturnType<typeof parseSync>
type Statement = Parsed['program']['body'][number]

/** A member of an interface, class or object type. */
export interface MemberDeclaration {
  readonly name: string
  /** The text of its type; undefined for methods and for what has no type of its own. */
  readonly type: string | undefined
  /** The text of its doc comment, without marks; empty if it has none. */
  readonly comment: string
}

/** An exported declaration of a source file. */
export interface Declaration {
  readonly name: string
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'value'
  /** The text of its doc comment, without marks; empty if it has none. */
  readonly comment: string
  /** Its source without bodies of functions, values and keywords of the module; comments of members included. A type that is read off a constant comes after it. */
  readonly text: string
  readonly members: readonly MemberDeclaration[]
  /** True if it is a function whose own body throws. */
  readonly throws: boolean
}

/** Returns a function that finds declarations by origin (`packages/core/src/tool/tool.ts#ToolDefinition`) below `root`. */
export function openDeclarations(root: string): (origin: string) => Declaration | undefined {
  const sources = new Map<string, { readonly source: string; readonly parsed: Parsed }>()
  return (origin) => {
    const [file = '', name = ''] = origin.split('#')
    if (!file.endsWith('.ts')) return undefined
    let known = sources.get(file)
    if (known === undefined) {
      const source = readFileSync(join(root, file), 'utf8')
      known = { source, parsed: parseSync(file, source) }
      sources.set(file, known)
    }
    return find(name, known.source, known.parsed)
  }
}

function find(name: string, source: string, { program, comments }: Parsed): Declaration | undefined {
  const constantOf = (constant: string) =>
    program.body
      .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
      .filter((node) => node?.type === 'VariableDeclaration')
      .filter(({ declarations }) => declarations.some(({ id }) => id.type === 'Identifier' && id.name === constant))
      .map(({ start, end }) => source.slice(start, end))
  const commentBefore = (start: number) => {
    const own = comments.findLast(({ end, value, type }) => {
      return (
        type === 'Block' &&
        value.startsWith('*') &&
        end <= start &&
        /^(?:\s|\/\/[^\n]*)*$/.test(source.slice(end, start))
      )
    })
    return own === undefined ? '' : withoutMarks(own.value)
  }
  for (const statement of program.body) {
    const declared = declaredBy(statement, name, source)
    if (declared === undefined) continue
    const constants = [...declared.text.matchAll(/\btypeof (\w+)/g)].flatMap(([, constant = '']) =>
      constantOf(constant),
    )
    const text = declared.kind === 'type' ? [...constants, declared.text].join('\n') : declared.text
    const members = declared.members.map(({ start, ...member }) => ({ ...member, comment: commentBefore(start) }))
    return { ...declared, name, text, members, comment: commentBefore(statement.start) }
  }
  return undefined
}

type Found = Pick<Declaration, 'kind' | 'text' | 'throws'> & {
  readonly members: readonly (Omit<MemberDeclaration, 'comment'> & { readonly start: number })[]
}

function declaredBy(statement: Statement, name: string, source: string): Found | undefined {
  const node = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
  const from = (start: number, end: number) => source.slice(start, end).trim()
  switch (node.type) {
    case 'TSInterfaceDeclaration':
      if (node.id.name !== name) return undefined
      return {
        kind: 'interface',
        text: from(node.start, node.end),
        members: membersOf(node.body.body, source),
        throws: false,
      }
    case 'TSTypeAliasDeclaration': {
      if (node.id.name !== name) return undefined
      const { typeAnnotation: type } = node
      const members = type.type === 'TSTypeLiteral' ? membersOf(type.members, source) : []
      return { kind: 'type', text: from(node.start, node.end), members, throws: false }
    }
    case 'FunctionDeclaration': {
      if (node.id?.name !== name) return undefined
      const end = node.body?.start ?? node.end
      return { kind: 'function', text: from(node.start, end), members: [], throws: throwsItself(node.body) }
    }
    case 'ClassDeclaration': {
      if (node.id?.name !== name) return undefined
      const head = from(node.start, node.body.start)
      const parts = node.body.body.flatMap((part) => {
        if ('computed' in part && part.computed) return []
        const end =
          'value' in part && part.type === 'MethodDefinition' ? (part.value.body?.start ?? part.end) : part.end
        return [`  ${from(part.start, end)}`]
      })
      return { kind: 'class', text: [`${head} {`, ...parts, '}'].join('\n'), members: [], throws: false }
    }
    case 'VariableDeclaration': {
      const declarator = node.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
      if (declarator === undefined) return undefined
      const { id } = declarator
      const type =
        'typeAnnotation' in id && id.typeAnnotation ? from(id.typeAnnotation.start, id.typeAnnotation.end) : ''
      return { kind: 'value', text: `const ${name}${type}`, members: [], throws: false }
    }
    default:
      return undefined
  }
}

interface MemberNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly key?: unknown
  readonly typeAnnotation?: { readonly typeAnnotation: { readonly start: number; readonly end: number } } | null
}

function membersOf(nodes: readonly MemberNode[], source: string): Found['members'] {
  return nodes.flatMap(({ type, start, key, typeAnnotation }) => {
    if (typeof key !== 'object' || key === null || !('name' in key)) return []
    const inner = type === 'TSPropertySignature' ? typeAnnotation?.typeAnnotation : undefined
    return [{ name: String(key.name), start, type: inner && source.slice(inner.start, inner.end) }]
  })
}

/** Returns true if a statement below the node throws, those of inner functions left out. */
function throwsItself(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(throwsItself)
  const type = 'type' in node ? String(node.type) : ''
  if (type === 'ThrowStatement') return true
  return !/Function|Class/.test(type) && Object.values(node).some(throwsItself)
}

function withoutMarks(value: string): string {
  return value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()
}
