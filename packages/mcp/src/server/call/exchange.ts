import type { ToolProgress } from '@drawbridge/core/registry'
import type { ServerContext } from '@modelcontextprotocol/server'
import { createProgressReporter } from './progress-reporter.ts'

/** One `tools/call` request of a client, while it waits for its answer. */
export interface Exchange {
  /** Aborted when the client cancels the request or is gone. */
  readonly signal: AbortSignal
  /** Reports progress to the client, if it asked for that. */
  progress(progress: ToolProgress): void
  /** Offers a line to the client's log, at level `info`. */
  log(line: Readonly<Record<string, unknown>>): void
}

export function openExchange({ mcpReq }: ServerContext): Exchange {
  const progressToken = mcpReq._meta?.progressToken
  // A client that cannot be reached is gone, and its signal says so.
  const quietly = (sent: Promise<void>) => void sent.catch(() => undefined)
  return {
    signal: mcpReq.signal,
    progress:
      progressToken === undefined
        ? () => undefined
        : createProgressReporter((progress) =>
            quietly(mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } })),
          ),
    log: (line) => quietly(mcpReq.log('info', line, 'drawbridge')),
  }
}
