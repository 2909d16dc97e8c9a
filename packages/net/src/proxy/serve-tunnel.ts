import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { headProblem } from './head-problem.ts'
import { namedHost, type OpenServer, openServer } from './open-server.ts'
import { answerSocket } from './proxy-answer.ts'
import type { ProxyRefusal } from './proxy-refusal.ts'
import { tunnelTarget } from './proxy-target.ts'
import { answerTo, answerToFault, refusalOf } from './refusal-of.ts'
import { createTunnelGate } from './tunnel-gate.ts'
import type { ProxyServices, Visit } from './visit.ts'

export interface TunnelContext extends ProxyServices {
  readonly visit: Visit
  /** Reads requests from a client whose tunnel carries plain HTTP. */
  readonly serveHttp: (client: Socket) => void
}

/** TLS: fatal alert, unrecognized_name (RFC 6066, 3). */
const unrecognizedName = Uint8Array.of(21, 3, 1, 0, 2, 2, 112)

/** Answers a `CONNECT`. Never rejects. */
export async function serveTunnel(
  request: IncomingMessage,
  client: Socket,
  head: Uint8Array,
  context: TunnelContext,
): Promise<void> {
  const { visit, advice, onDecision } = context
  visit.watch.headArrived()
  // A tunnel inside a tunnel would reach a second host that was never judged.
  if (visit.tunnel !== undefined) return void client.destroy()
  const read = tunnelTarget(request.url ?? '')
  const target = read.verdict === 'readable' ? (headProblem(request, 'tunnel') ?? read) : read
  const named = read.verdict === 'readable' ? namedHost(read) : { host: '', port: 0 }
  const refuse = (refusal: ProxyRefusal): void => {
    onDecision({ ...named, ...refusal })
    answerSocket(client, answerTo(refusal, advice))
  }
  if (target.verdict === 'block') return refuse(target)
  try {
    const server = await openServer(target, visit, context)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    passThroughGate(client, head, server, context)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) answerSocket(client, answerToFault(error))
    else refuse(refusal)
  }
}

/** Inspects the first bytes of a client, and only then connects both sides. */
function passThroughGate(
  client: Socket,
  head: Uint8Array,
  { target, socket: server }: OpenServer,
  context: TunnelContext,
): void {
  const { visit, onDecision, serveHttp } = context
  const gate = createTunnelGate(target)
  let isAnswering = false
  visit.watch.awaitHead()
  server.once('close', () => client.destroySoon())
  client.on('data', look)
  if (head.length > 0) look(head)

  function look(chunk: Uint8Array): void {
    const verdict = gate.push(chunk)
    switch (verdict.verdict) {
      case 'wait':
        return
      case 'pass':
        visit.watch.moved(verdict.bytes.length)
        server.write(verdict.bytes)
        if (!isAnswering) passOn(server, client)
        isAnswering = true
        if (!verdict.open) return
        client.off('data', look)
        visit.watch.headArrived()
        passOn(client, server)
        return
      case 'plain':
        client.off('data', look)
        client.unshift(verdict.bytes)
        visit.tunnel = { target, server }
        serveHttp(client)
        return
      case 'block':
        client.off('data', look)
        onDecision({ host: target.hostname, port: target.port, ...verdict })
        server.destroy()
        client.write(unrecognizedName)
        client.destroySoon()
        return
    }
  }

  function passOn(from: Socket, to: Socket): void {
    from.on('data', (chunk: Uint8Array) => visit.watch.moved(chunk.length))
    from.pipe(to)
  }
}
