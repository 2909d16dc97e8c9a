import { inputRequired, type Server, type ServerContext } from '@modelcontextprotocol/server'

/** A call as these tools see it. */
export interface EraCall {
  readonly server: Server
  readonly context: ServerContext
  readonly signal: AbortSignal
  progress(): Promise<void>
}

const form = {
  message: 'Who are you?',
  requestedSchema: { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] },
}

/** Creates tools that do everything in which the two eras of the protocol differ. */
export function createEraTools(): Readonly<
  Record<string, (input: Readonly<Record<string, unknown>>, call: EraCall) => unknown>
> {
  let aborted = 0
  return {
    echo: (input) => JSON.stringify(input),
    fail: () => ({ isError: true, content: [{ type: 'text', text: 'It went wrong.' }] }),
    /** Asks for a name: within the call, or by an answer that wants the call again. */
    ask: async (_, { context: { mcpReq } }) => {
      if (mcpReq.envelope === undefined) {
        const said = await mcpReq.send({ method: 'elicitation/create', params: form })
        return JSON.stringify(said)
      }
      if (mcpReq.inputResponses?.who !== undefined) return JSON.stringify(mcpReq.inputResponses.who)
      return inputRequired({ inputRequests: { who: inputRequired.elicit(form) }, requestState: 'state of the server' })
    },
    /** Reports once that it works, and ends only if it is aborted. */
    slow: async (_, { signal, progress }) => {
      await progress()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      aborted += 1
      return 'late'
    },
    aborted: () => String(aborted),
  }
}
