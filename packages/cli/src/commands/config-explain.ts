import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addSessionFlags, type SessionFlags } from '../session/session-flags.ts'

export const configureConfigExplain: ConfigureCommand = (command, { io }) => {
  addSessionFlags(command)
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['Where does this setting come from?', 'drawbridge config explain']]))
    .action(async (flags: SessionFlags & { readonly json?: boolean }) => {
      const { runConfigExplain } = await import('../config/run-config-explain.ts')
      await runConfigExplain(flags, io)
    })
}
