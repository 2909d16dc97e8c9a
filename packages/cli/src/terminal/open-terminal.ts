import { openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'
import { wantsColour } from '../io/wants-colour.ts'
import { createTerminal } from './create-terminal.ts'
import type { Terminal } from './terminal.ts'

const descriptors = { input: 0, diagnostics: 2 }

/**
 * The terminal at which this command was started. Somebody has to be able to see the question and free to answer it: standard
 * input has to be a terminal, or, where it carries data, standard error. Then question and answer pass by them over `/dev/tty`.
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
