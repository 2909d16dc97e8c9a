import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { UsageError } from '../command-line/usage-error.ts'
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
    .option('--client <name>', 'the name of the client, by which the record and approvals tell it from others')
    .option('--http', 'serve over HTTP at 127.0.0.1, each client with a token from `drawbridge mcp token create`')
    .option('--port <number>', 'the port for --http (default: a free one)')
    .option('--print-config <client>', "print the entry for a client's configuration and exit")
    .addHelpText(
      'after',
      examplesHelp([
        ['The entry for a client', 'drawbridge mcp --workspace . --print-config claude'],
        ['Serve the current folder', 'drawbridge mcp'],
        ['Serve several clients over HTTP', 'drawbridge mcp --http --port 8765'],
      ]),
    )
    .action(async (flags: McpFlags) => {
      if (flags.port !== undefined && flags.http !== true)
        throw new UsageError('--port is for --http. Write: drawbridge mcp --http --port NUMBER')
      if (flags.client !== undefined && flags.http === true)
        throw new UsageError('--client is for standard input and output. Over HTTP the token names the client.')
      if (flags.client?.trim() === '') throw new UsageError('--client "" is not a name. Write one, such as cursor.')
      if (flags.printConfig !== undefined) {
        const { printMcpConfig } = await import('../mcp/print-mcp-config.ts')
        await printMcpConfig(flags.printConfig, flags, io)
      } else if (flags.http === true) {
        const { runHttpServer } = await import('../mcp/run-http-server.ts')
        await runHttpServer(flags, io)
      } else {
        const { runMcpServer } = await import('../mcp/run-mcp-server.ts')
        await runMcpServer(flags, io)
      }
    })
}
