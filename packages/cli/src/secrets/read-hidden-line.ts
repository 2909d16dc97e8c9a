import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'

interface TerminalInput {
  readonly isTTY?: boolean
  setRawMode?(raw: boolean): unknown
}

const interrupt = '\u0003'
const endOfInput = '\u0004'

/** Reads one typed or pasted line without showing it; undefined if standard input is not a terminal. */
export async function readHiddenLine({
  input,
  diagnostics,
}: Pick<Io, 'input' | 'diagnostics'>): Promise<string | undefined> {
  const terminal: Io['input'] & TerminalInput = input
  if (terminal.isTTY !== true || terminal.setRawMode === undefined) return undefined
  await diagnostics.write('The value, which is not shown; end with Enter: ')
  terminal.setRawMode(true)
  try {
    return await collectLine(input)
  } finally {
    terminal.setRawMode(false)
    await diagnostics.write('\n')
  }
}

async function collectLine(input: Io['input']): Promise<string> {
  const typed: string[] = []
  for await (const chunk of input) {
    for (const character of String(chunk)) {
      if (character === interrupt) throw new UsageError('Interrupted: nothing was changed.')
      if (character === '\r' || character === '\n' || character === endOfInput) return typed.join('')
      if (character === '\u007f' || character === '\b') typed.pop()
      else typed.push(character)
    }
  }
  return typed.join('')
}
