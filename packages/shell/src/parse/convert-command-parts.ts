import type * as unbash from 'unbash'
import { type ConvertScript, convertParts, convertWord } from './convert-word.ts'
import type { RawAssignment, RawRedirect } from './tree.ts'

/** `a=b`, `a+=b`, `a[i]=b`, `a=(b c)`. */
export function convertAssignment(node: unbash.Assignment, convertScript: ConvertScript): RawAssignment {
  const array = node.value.type === 'ArrayValue'
  const values = node.value.type === 'ArrayValue' ? node.value.elements : [node.value]
  return {
    name: node.name,
    append: node.append === true,
    ...(node.index === undefined ? {} : { index: convertWord(node.index, convertScript) }),
    values: values.map((value) => convertWord(value, convertScript)),
    array,
    span: { start: node.pos, end: node.end },
  }
}

/** A redirection; an incomplete one (always reported as a parse error) yields nothing. */
export function convertRedirect(node: unbash.Redirection, convertScript: ConvertScript): RawRedirect[] {
  const variable = node.descriptor?.type === 'FileDescriptorVariable' ? { variable: node.descriptor.name } : {}
  if (node.type === 'HereDoc') {
    const { body } = node
    const span = { start: body.pos, end: body.end }
    const literal = { kind: 'literal', value: body.text, quoted: true } as const
    const parts = body.parts === undefined ? [literal] : convertParts(body.parts, true, convertScript)
    return [
      {
        ...{ kind: 'text', body: { text: body.text, parts, braces: false, span }, ...variable },
        closed: node.closing !== undefined,
      },
    ]
  }
  if (node.target === undefined) return []
  const target = convertWord(node.target, convertScript)
  if (node.type === 'HereString') return [{ kind: 'text', body: target, closed: true, ...variable }]
  const descriptor = node.descriptor?.type === 'FileDescriptor' ? { descriptor: node.descriptor.value } : {}
  return [{ kind: 'file', operator: node.operator, ...descriptor, ...variable, target }]
}
