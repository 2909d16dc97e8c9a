import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { McpFlags } from '../mcp/mcp-flags.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags } from '../session/session-flags.ts'
import { dialectHelp } from '../tools/dialect-help.ts'

export const configureMcp: ConfigureCommand = (command, { io }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .option('--dialect <name>', dialectHelp)
    .addOption(
      command
        .createOption(
          '--approve <who>',
          "who answers questions: the client's user, if the client supports it, and `drawbridge approvals`; or no one",
        )
        .choices(['ask', 'never'])
        .default('ask'),
    )
    .option('--print-config <client>', "print the entry for a client's configuration and exit")
    .addHelpText(
      'after',
      examplesHelp([
        ['The entry for a client', 'drawbridge mcp --workspace . --print-config claude'],
        ['Serve the current folder', 'drawbridge mcp'],
      ]),
    )
    .action(async (flags: McpFlags) => {
      if (flags.printConfig === undefined) {
        const { runMcpServer } = await import('../mcp/run-mcp-server.ts')
        await runMcpServer(flags, io)
      } else {
        const { printMcpConfig } = await import('../mcp/print-mcp-config.ts')
        await printMcpConfig(flags.printConfig, flags, io)
      }
    })
}
