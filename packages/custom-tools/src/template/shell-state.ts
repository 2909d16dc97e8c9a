/** The quotes of a shell line up to a place in it. */
export interface ShellState {
  take(text: string): void
  /** Returns the reason that no placeholder may be here. */
  objection(): string | undefined
}

/** The surroundings of a place in a line: a list of commands (also of `$(…)`), quotes, or a parameter expansion. */
type Frame = 'commands' | '"' | "'" | '`' | '${'

/**
 * Follows the quotes of a shell line, nested ones too, as far as a placeholder depends on them. Where shells differ, or where following
 * them would need a whole grammar, every later placeholder is refused.
 */
export function createShellState(): ShellState {
  const frames: Frame[] = ['commands']
  let unsure: string | undefined
  let isEscaped = false
  let isComment = false
  let last = ''
  let whole = ''
  const objectionToFrame = () => {
    if (frames.includes('`')) return 'is between backticks, which are read twice. Use $(…).'
    const quote = frames.findLast((frame) => frame === '"' || frame === "'")
    if (quote !== undefined) return `is inside ${quote} quotes. Values are quoted already: leave the quotes out.`
    if (frames.includes('${')) return 'is inside a parameter expansion. Set a variable of its own first.'
    return undefined
  }
  return {
    take: (text) => {
      for (const character of text) step(character)
      whole += text
    },
    objection: () => {
      const joined = whole.replaceAll('\\\n', '')
      if (isComment) return 'is in a comment, which a line break would end. Leave it out.'
      if (isEscaped) return 'follows a backslash, which would take its quote away. Leave the backslash out.'
      if (unsure !== undefined) return `follows ${unsure}, so its quotes are not certain. Put that into a script.`
      if (last === '$') return 'follows "$", which would change what its quotes mean. Put a space between them.'
      if (/<<(?!<)/.test(joined.replaceAll('<<<', '')))
        return 'follows a here-document, where quotes mean nothing. Use standard input: it is all arguments as JSON.'
      if (/\(\(|\[\[|\$\[/.test(joined))
        return 'follows arithmetic or [[ … ]], where the shell may evaluate its value. Use a program instead.'
      if (/\([\s\S]*\bcase\s/.test(joined)) return 'follows a "case" in parentheses, whose ends are not certain.'
      return objectionToFrame()
    },
  }

  function step(character: string): void {
    const top = frames.at(-1)
    if (isComment) {
      if (character === '\n') isComment = false
      last = character
      return
    }
    if (isEscaped) {
      isEscaped = false
      // An escaped line break is as if it was not there, and all else is a part of a word.
      if (character !== '\n') last = 'x'
      return
    }
    if (character === '\\' && top !== "'") {
      if (top === '`' || top === '${') unsure ??= 'a backslash inside of an expansion'
      isEscaped = true
      return
    }
    stepIn(top, character)
    // "$$" is a whole.
    last = character === '$' && last === '$' ? 'x' : character
  }

  function stepIn(top: Frame | undefined, character: string): void {
    if (top === "'" || top === '`' || (top === '"' && !/[`({]/.test(character))) {
      if (top === '`' && /["'#$]/.test(character)) unsure ??= 'quotes or an expansion between backticks'
      if (character === top) frames.pop()
      return
    }
    if (top === '${') {
      if (/["'`(]/.test(character)) unsure ??= 'quotes inside of a parameter expansion'
      else if (character === '}') frames.pop()
      else if (character === '{' && last === '$') frames.push('${')
      return
    }
    if (character === '`') frames.push('`')
    else if (character === '{' && last === '$') frames.push('${')
    else if (character === '(' && (top === 'commands' || last === '$')) frames.push('commands')
    else if (top === 'commands') stepInCommands(character)
  }

  function stepInCommands(character: string): void {
    if (character === "'" && last === '$') unsure ??= "$'…', which not every shell reads as quotes"
    if (character === '"' || character === "'") frames.push(character)
    else if (character === ')' && frames.length > 1) frames.pop()
    else if (character === '#' && /^$|[\s;&|()<>]/.test(last)) isComment = true
  }
}
