import { openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'
import { wantsColour } from '../io/wants-colour.ts'
import { createTerminal } from './create-terminal.ts'
import type { Terminal } from './terminal.ts'

const descriptors = { input: 0, diagnostics: 2 }

/**
 * Opens the terminal at which this command was started. A person must be able to see the question and to answer:
 * standard input has to be a terminal, or, if it carries data, standard error. Then question and answer use `/dev/tty`.
 */
export function openTerminal(
  environment: Readonly<Record<string, string | undefined>>,
  { inputIsData }: { readonly inputIsData: boolean },
): Terminal | undefined {
  if (!isatty(inputIsData ? descriptors.diagnostics : descriptors.input)) return undefined
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'))
    const output = new WriteStream(openSync('/dev/tty', 'w'))
    const close = () => {
      input.destroy()
      output.destroy()
    }
    return createTerminal({ input, output, colour: wantsColour(true, environment), close })
  } catch {
    return undefined
  }
}
