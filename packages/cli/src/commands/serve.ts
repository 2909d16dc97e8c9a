import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ServeFlags } from '../serve/serve-flags.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags } from '../session/session-flags.ts'

export const configureServe: ConfigureCommand = (command, { io }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .option('--host <address>', 'the address to listen on (default: gateway.host, else 127.0.0.1)')
    .option('--port <number>', 'the port to listen on; 0 takes a free one (default: gateway.port, else 8787)')
    .option('--demo', 'serve a scratch project on which a scripted agent works, without a key')
    .option('--json', 'write one JSON object with the address and the login code')
    .addHelpText(
      'after',
      examplesHelp([
        ['Serve the current folder', 'drawbridge serve'],
        ['Look at it without a key', 'drawbridge serve --demo'],
        ['On another port', 'drawbridge serve --port 9000'],
      ]),
    )
    .action(async (flags: ServeFlags) => {
      const { runServe } = await import('../serve/run-serve.ts')
      await runServe(flags, io)
    })
}
