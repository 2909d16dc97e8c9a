import type { ClientLogLevel, ToolProgress } from '@drawbridge/core/registry'
import type { ServerContext } from '@modelcontextprotocol/server'
import { createProgressReporter } from './progress-reporter.ts'

/** One request of a client that takes a call, while it waits for its answer. */
export interface Exchange {
  /** Aborted when the client cancels the request or is gone. */
  readonly signal: AbortSignal
  /** Reports progress to the client, if it asked for that. */
  progress(progress: ToolProgress): void
  /** Offers a line to the client's log, by default at level `info`. Absent if the client wants none. */
  readonly log?: (line: unknown, level?: ClientLogLevel) => void
}

/** The part of the SDK's context of a request that a call needs. */
export interface RequestContext {
  readonly mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'signal' | 'notify' | 'inputResponses' | 'requestState'> &
    Partial<Pick<ServerContext['mcpReq'], 'log'>>
}

export function openExchange({ mcpReq }: RequestContext): Exchange {
  const { log } = mcpReq
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
    ...(log === undefined
      ? {}
      : { log: (line: unknown, level: ClientLogLevel = 'info') => quietly(log(level, line, 'drawbridge')) }),
  }
}
