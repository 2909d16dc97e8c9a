import type { Reach, ShellCommand } from '../shell-command.ts'
import type { Word } from './word.ts'

interface Field {
  text: string
  prefix: string
  open: boolean
  static: boolean
  pattern: boolean
  splits: boolean
  secret: boolean
  credential?: boolean
  from: ShellCommand[]
  pipe?: 'input' | 'output'
  content?: string
  found?: Reach
  breaks?: NonNullable<Word['breaks']>
}

/** Collects the parts of one source word into the words that it becomes. */
export interface FieldBuilder {
  add(text: string): void
  addPattern(text: string): void
  addUnknown(word: Word, splits: boolean): void
  addPipe(text: string, direction: 'input' | 'output', from: readonly ShellCommand[], content: string | undefined): void
  /** Ends the current word, as a blank from an unquoted expansion does. */
  breakField(): void
  finish(): Word[]
}

export function createFieldBuilder(): FieldBuilder {
  const done: Word[] = []
  let field: Field | undefined
  const current = (): Field => {
    field ??= { text: '', prefix: '', open: true, static: true, pattern: false, splits: false, secret: false, from: [] }
    return field
  }
  const append = (text: string): Field => {
    const target = current()
    target.text += text
    return target
  }
  const breakField = (): void => {
    if (field === undefined) return
    const { open: _, ...word } = field
    done.push(word)
    field = undefined
  }
  return {
    add(text) {
      const target = append(text)
      if (target.open) target.prefix += text
    },
    addPattern(text) {
      const target = append(text)
      target.pattern = true
      target.static = false
      target.open = false
    },
    addUnknown(word, splits) {
      const target = append(word.text)
      if (target.open) target.prefix += word.prefix
      target.open = false
      target.static = false
      target.pattern ||= word.pattern
      target.splits ||= splits
      target.secret ||= word.secret
      if (word.found !== undefined) target.found = word.found
      if (word.breaks !== undefined) target.breaks = word.breaks
      if (word.credential === true) target.credential = true
      target.from.push(...word.from)
    },
    addPipe(text, direction, from, content) {
      const target = append(text)
      target.static = false
      target.open = false
      target.pipe = direction
      if (content !== undefined) target.content = content
      target.from.push(...from)
    },
    breakField,
    finish() {
      breakField()
      return done
    },
  }
}
