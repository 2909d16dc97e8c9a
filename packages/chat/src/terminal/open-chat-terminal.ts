import { stdin, stdout } from 'node:process'
import type { ChatTerminal } from './chat-terminal.ts'

/** The properties of a terminal that its environment decides. */
export interface ChatTerminalOptions {
  readonly colour: boolean
  /** The value of `TERM`. */
  readonly term: string | undefined
}

/** Opens the terminal of this process. Returns undefined if standard input and output are not one. */
export function openChatTerminal({ colour, term }: ChatTerminalOptions): ChatTerminal | undefined {
  if (!stdin.isTTY || !stdout.isTTY) return undefined
  return {
    input: stdin,
    output: stdout,
    colour,
    canAddress: term !== undefined && term !== '' && term !== 'dumb',
    onInterrupt: (callback) => {
      const onInterrupt = () => callback(false)
      const onEnd = () => callback(true)
      process.on('SIGINT', onInterrupt).on('SIGTERM', onEnd).on('SIGHUP', onEnd)
      return {
        [Symbol.dispose]: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onEnd).off('SIGHUP', onEnd),
      }
    },
    [Symbol.dispose]: () => void stdin.unref(),
  }
}
