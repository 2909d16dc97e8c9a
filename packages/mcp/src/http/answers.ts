import { INVALID_REQUEST } from '@modelcontextprotocol/server'

/** Returns a refusal in the form of JSON-RPC, for a request of which no handler has seen anything yet. */
export function refusal(status: number, message: string, code: number = INVALID_REQUEST): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status })
}

/** Calls `onEnd` once the answer has been sent or its reader is gone. */
export function whenSent(response: Response, onEnd: () => void): Response {
  const { body, status, headers } = response
  if (body === null || !(headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    onEnd()
    return response
  }
  const watched = body.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }))
  return new Response(watched, { status, headers })
}
