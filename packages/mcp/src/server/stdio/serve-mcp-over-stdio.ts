import { type McpServerOptions, serveMcp } from '../serve-mcp.ts'
import { longestMessage } from './bound-messages.ts'
import { claimStdout } from './claim-stdout.ts'
import { createStdioTransport } from './stdio-transport.ts'

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Serves one client over the process's own standard input and output, to which only JSON-RPC is written meanwhile. Resolves when
 * the client has closed its end, or a signal asked the process to end, and every call has ended. A second signal ends the process
 * at once.
 */
export async function serveMcpOverStdio(options: Omit<McpServerOptions, 'transport'>): Promise<void> {
  using stdout = claimStdout(process)
  const transport = createStdioTransport(process.stdin, stdout.output, (id, bytes) => {
    const message = `The message has ${bytes} bytes; the limit is ${longestMessage}. Send less at once, for example write a large file in parts.`
    stdout.output.write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":${JSON.stringify(message)}}}\n`)
  })
  const server = await serveMcp({ ...options, transport })
  const stop = () => void server.close()
  for (const signal of endSignals) process.once(signal, stop)
  // Once standard input has ended, nothing else might keep the process up until the last calls are recorded.
  const hold = setInterval(() => undefined, 60_000)
  try {
    await server.closed
  } finally {
    clearInterval(hold)
    process.stdin.pause()
    for (const signal of endSignals) process.off(signal, stop)
  }
}
