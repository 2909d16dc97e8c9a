import type { TemplatePart, Values } from './read-template.ts'
import { argumentOf, textOf } from './read-template.ts'

/** A command with its values, or the reason that a value cannot be part of one. */
export type Rendered<Command> =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly problem: string }

/** Renders the words of a program without a shell. Each template is one word; an argument that was not given leaves its word out. */
export function renderWords(
  templates: readonly (readonly TemplatePart[])[],
  values: Values,
): Rendered<readonly string[]> {
  const words: string[] = []
  let isPastOptions = false
  for (const parts of templates) {
    const [only] = parts
    if (parts.length === 1 && only !== undefined && 'argument' in only) {
      for (const value of listed(argumentOf(values, only.argument))) {
        const problem = objectionTo(only.argument, value, isPastOptions)
        if (problem !== undefined) return { ok: false, problem }
        words.push(textOf(value))
      }
      continue
    }
    const word = renderWord(parts, values, isPastOptions)
    if (word === undefined) continue
    if (!word.ok) return word
    if (word.command === '--') isPastOptions = true
    words.push(word.command)
  }
  return { ok: true, command: words }
}

function renderWord(
  parts: readonly TemplatePart[],
  values: Values,
  isPastOptions: boolean,
): Rendered<string> | undefined {
  let word = ''
  for (const part of parts) {
    if ('text' in part) word += part.text
    if (!('argument' in part)) continue
    const value = argumentOf(values, part.argument)
    if (value === undefined) return undefined
    const problem = objectionTo(part.argument, value, isPastOptions || word !== '')
    if (problem !== undefined) return { ok: false, problem }
    word += textOf(value)
  }
  return { ok: true, command: word }
}

/** Renders a line for a shell in one pass: each value is a single-quoted word, and is never read as a template. */
export function renderLine(parts: readonly TemplatePart[], values: Values): Rendered<string> {
  let line = ''
  let literal = ''
  for (const part of parts) {
    if ('text' in part) {
      line += part.text
      literal += part.text
    }
    if (!('argument' in part)) continue
    // Empty quotes before a value leave it the begin of its word.
    const isInside = !/(?:^|[\s;&|()<>])(?:''|"")*$/.test(line)
    const isPastOptions = /(?:^|\s)--\s[^;&|\n"'()]*$/.test(literal)
    const words: string[] = []
    for (const value of listed(argumentOf(values, part.argument))) {
      const problem = objectionTo(part.argument, value, isPastOptions || (isInside && words.length === 0))
      if (problem !== undefined) return { ok: false, problem }
      words.push(`'${textOf(value).replaceAll("'", "'\\''")}'`)
    }
    line += words.join(' ')
  }
  return { ok: true, command: line }
}

/** An array stands for several words, and an absent argument for none. */
function listed(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [value]
}

function objectionTo(argument: string, value: unknown, isPastOptions: boolean): string | undefined {
  const text = textOf(value)
  if (text.includes('\0')) return `"${argument}" contains a NUL character, which a command cannot.`
  if (isPastOptions || typeof value !== 'string' || !text.startsWith('-')) return undefined
  return `"${argument}" begins with "-" and would be an option of the command. Only the definition of the tool can permit that, with "--" before it.`
}
