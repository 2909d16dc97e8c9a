import { type ReadTemplate, readTemplate } from './read-template.ts'

/** A word of a shell that a value must not reach, since it would be read once more. */
const readsAgain =
  /(?:^|[\s;&|({`])(?:eval|let|declare|typeset|source|trap|unset|read|mapfile|readarray|getopts|\.|(?:test|\[)\s+-v|printf\s+-v)\s[^;&|\n]*$/
const commandStart =
  /(?:^|[;&|\n({]|\b(?:then|do|else|elif|if|while|until|time|exec|command|builtin|env|sudo|nohup|xargs)\s|!\s)\s*$/

/**
 * Reads the template of a shell line. A value takes the place of a placeholder as a single-quoted word, so a placeholder must be
 * where a shell reads quotes once and as quotes. Pure.
 */
export function readShellTemplate(template: string, known: ReadonlySet<string>): ReadTemplate {
  const read = readTemplate(template, known)
  if (!read.ok) return read
  const problems: string[] = []
  if (template.includes('\0')) problems.push('a shell line cannot contain NUL.')
  const state = createShellState()
  let before = ''
  for (const part of read.parts) {
    if ('text' in part) {
      state.take(part.text)
      before += part.text
      continue
    }
    const name = 'argument' in part ? part.argument : part.variable
    const objection = state.objection() ?? objectionTo(before)
    if (objection !== undefined) problems.push(`{{.${name}}} ${objection}`)
    before += 'x'
    state.take('x')
  }
  return problems.length > 0 ? { ok: false, problems } : read
}

function objectionTo(before: string): string | undefined {
  if (commandStart.test(before)) return 'would choose the program to run. Write the program itself.'
  if (readsAgain.test(before))
    return 'is at a place where the shell would evaluate its value again. Pass it to a program instead.'
  return undefined
}

interface ShellState {
  take(text: string): void
  /** Returns the reason that no placeholder may be here. */
  objection(): string | undefined
}

/** Follows the quotes of a shell line as far as a placeholder depends on them. */
function createShellState(): ShellState {
  let quote: '"' | "'" | '`' | undefined
  let isEscaped = false
  let isComment = false
  let last = ''
  let whole = ''
  return {
    take: (text) => {
      for (const character of text) {
        step(character)
        last = character
      }
      whole += text
    },
    objection: () => {
      if (isComment) return 'is in a comment, which a line break would end. Leave it out.'
      if (isEscaped) return 'follows a backslash, which would take its quote away. Leave the backslash out.'
      if (quote === '`') return 'is between backticks, which are read twice. Use $(…).'
      if (quote !== undefined) return `is inside ${quote} quotes. Values are quoted already: leave the quotes out.`
      if (last === '$') return 'follows "$", which would change what its quotes mean. Put a space between them.'
      if (/<<(?!<)/.test(whole.replaceAll('<<<', '')))
        return 'follows a here-document, where quotes mean nothing. Use standard input: it is all arguments as JSON.'
      if (/\(\(|\[\[|\$\[/.test(whole))
        return 'follows arithmetic or [[ … ]], where the shell may evaluate its value. Use a program instead.'
      if (/\$\{[^}]*$/.test(whole)) return 'is inside a parameter expansion. Set a variable of its own first.'
      return undefined
    },
  }

  function step(character: string): void {
    if (isComment) {
      isComment = character !== '\n'
      return
    }
    if (isEscaped) {
      isEscaped = false
      return
    }
    if (character === '\\' && quote !== "'") isEscaped = true
    else if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === '"' || character === "'" || character === '`') quote = character
    else if (character === '#' && /^$|[\s;&|()<>]/.test(last)) isComment = true
  }
}
