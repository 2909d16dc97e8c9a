/** A text for people or models in a file, without the marks around it. */
export type Prose = {
  readonly kind: 'comment' | 'message' | 'document'
  readonly text: string
  /** The line of its first character, from 1. */
  readonly line: number
}

/** Returns the comments and messages of a TypeScript source, or the prose of a Markdown document. */
export function proseOf(path: string, source: string): Prose[] {
  return path.endsWith('.md') ? proseOfDocument(source) : proseOfSource(source)
}

/** Leaves out blocks of code, but keeps the descriptions in them, and names in backticks. */
function proseOfDocument(source: string): Prose[] {
  let isCode = false
  return source.split('\n').flatMap((line, index) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence || (isCode && !line.includes('"description"'))) return []
    return [{ kind: 'document', text: line.replaceAll(/`[^`]*`/g, '`'), line: index + 1 }]
  })
}

/** A comment, string, template without its values, or regular expression. */
const token =
  /\/\/(?<line>[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)|\/\*(?<block>[\s\S]*?)\*\/|'(?<single>(?:[^'\\\n]|\\.)*)'|"(?<double>(?:[^"\\\n]|\\.)*)"|`(?<template>(?:[^`\\]|\\[\s\S])*)`|(?<=[(,=:[!&|?{};>]\s*|^\s*|\breturn\s+)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gm

function proseOfSource(source: string): Prose[] {
  return [...source.matchAll(token)].flatMap((match): Prose[] => {
    const { line: rest, block, single, double, template } = match.groups ?? {}
    const line = source.slice(0, match.index).split('\n').length
    const comment = rest ?? block
    if (comment !== undefined) {
      const text = comment.replaceAll(/^[ \t]*(?:\*+|\/\/) ?/gm, '')
      const before = text.slice(0, text.length - text.trimStart().length)
      return [{ kind: 'comment', text: text.trim(), line: line + before.split('\n').length - 1 }]
    }
    const message = single ?? double ?? template
    return message !== undefined && /\S \S.* \S/s.test(message) ? [{ kind: 'message', text: message, line }] : []
  })
}
