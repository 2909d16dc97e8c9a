import { onAccessChange } from '@drawbridge/access'
import type { SocketRules } from '@drawbridge/net/server'
import { changedTopic } from '@drawbridge/room'
import { callerOfKeyId, callerOfSession } from '../caller/authenticate.ts'
import type { Caller } from '../caller/caller.ts'
import { callerNow, isOf } from '../caller/watch-callers.ts'
import { Problem, problemResponse } from '../problem/problem.ts'
import { problemOfError } from '../problem/problem-of-error.ts'
import type { Gateway } from '../server/gateway.ts'
import { mayList } from './protocol.ts'
import { type ServedSocket, serveSocket } from './serve-socket.ts'

/** The WebSockets of a node. */
export interface EventSockets extends AsyncDisposable {
  readonly rules: SocketRules
  /** Tells every client to go to another node. */
  leave(): void
}

const path = '/v1/events'
const protocol = 'drawbridge.v1'
const longestFrame = 64 * 1_024
const mostSockets = 4_000

/** Opens what serves WebSockets. A socket needs a ticket, which counts once on all nodes together. */
export async function openEventSockets(gateway: Gateway): Promise<EventSockets> {
  const { access, database, feed, onError } = gateway
  const sockets = new Set<ServedSocket>()
  /** Looks at the rights of a caller. The socket tells nothing meanwhile: those of before may be too many. */
  const look = async (socket: ServedSocket) => {
    socket.doubt()
    try {
      socket.become(await callerNow(socket.caller(), access))
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      socket.leave()
    }
  }
  const changes = await onAccessChange(database, (change) => {
    for (const socket of sockets) {
      if (change.kind === 'all' || isOf(change.id, socket.caller())) void look(socket)
    }
  })
  const approvals = await gateway.approvals.watch(() => {
    for (const socket of sockets) socket.changed('approvals', undefined)
  })
  const questions = await gateway.questions.watch(() => {
    for (const socket of sockets) socket.changed('questions', undefined)
  })
  const resources = await database.subscribe(changedTopic, ({ key: topic }) => {
    for (const socket of sockets) socket.changed(topic, undefined, (caller) => mayList(topic, caller, gateway.routes))
  })
  const passing = gateway.passing.listen((news) => {
    for (const socket of sockets) socket.passing(news)
  })

  async function admit(request: Request): Promise<Caller> {
    const { headers, url } = request
    const host = headers.get('host')?.toLowerCase() ?? ''
    if (!gateway.source.hosts.includes(host)) throw new Problem('wrong_host')
    if (new URL(url).pathname !== path) throw new Problem('not_found')
    if (gateway.isDraining()) throw new Problem('not_available')
    if (sockets.size >= mostSockets) throw new Problem('too_many')
    const origin = headers.get('origin')?.toLowerCase()
    const isOurs = origin !== undefined && gateway.source.origins.includes(origin)
    const isListed = origin !== undefined && gateway.source.cors.includes(origin)
    if (origin !== undefined && !isOurs && !isListed) throw new Problem('wrong_origin')
    const offered = (headers.get('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim())
    const ticket = offered.find((each) => each.startsWith('ticket.'))?.slice('ticket.'.length)
    if (!offered.includes(protocol) || ticket === undefined) throw new Problem('no_session')
    const rights = await access.codes.useTicket(ticket)
    // A browser names its page; without one only the holder of a key may come.
    if (rights?.sessionId !== undefined && !isOurs) throw new Problem('wrong_origin')
    const caller =
      rights?.sessionId === undefined
        ? await callerOfKeyId(rights?.keyId ?? '', access)
        : await callerOfSession(rights.sessionId, access)
    if (caller === undefined) throw new Problem('no_session')
    return caller
  }

  return {
    rules: {
      maxMessageBytes: longestFrame,
      decide: async (request) => {
        try {
          const caller = await admit(request)
          return {
            protocol,
            open: (socket) => {
              gateway.metrics.sockets(1)
              const served = serveSocket(socket, {
                ...{ caller, gateway, feed },
                onClose: () => {
                  gateway.metrics.sockets(-1)
                  sockets.delete(served)
                },
              })
              sockets.add(served)
              // A change after its caller was looked up reached only the sockets that were open then.
              void look(served).catch(onError)
            },
          }
        } catch (error) {
          return problemResponse(problemOfError(error, onError))
        }
      },
    },
    leave: () => {
      for (const socket of sockets) socket.leave()
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [changes, approvals, questions, resources, passing]) each[Symbol.dispose]()
    },
  }
}
