import type { IncomingMessage, ServerResponse } from 'node:http'
import { readUrl } from '../url/read-url.ts'
import { forwardRequest } from './forward-request.ts'
import { headProblem, hostHeaderProblem } from './head-problem.ts'
import { namedHost, openServer } from './open-server.ts'
import { answerParts, type ProxyAnswer } from './proxy-answer.ts'
import type { ProxyRefusal } from './proxy-refusal.ts'
import { forwardTarget, tunnelledTarget } from './proxy-target.ts'
import { answerTo, answerToFault, refusalOf } from './refusal-of.ts'
import type { ProxyServices, Visit } from './visit.ts'

/** Answers a request for a whole URL, or one inside a tunnel of plain HTTP. Never rejects. */
export async function serveForward(
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  services: ProxyServices,
): Promise<void> {
  const { limits, advice, onDecision } = services
  const { watch, tunnel } = visit
  watch.headArrived()
  response.on('error', () => {})
  const text = request.url ?? ''
  const read = tunnel === undefined ? forwardTarget(text) : tunnelledTarget(text, tunnel.target.url.href)
  const named = read.verdict === 'readable' ? namedHost(read) : { host: '', port: 0 }
  const refuse = (refusal: ProxyRefusal): void => {
    onDecision({ ...named, ...refusal })
    tunnel?.server.destroy()
    answer(response, answerTo(refusal, advice))
  }
  const target = read.verdict === 'readable' ? (headProblem(request, 'forward') ?? read) : read
  if (target.verdict === 'block') return refuse(target)
  const url = readUrl(target.url)
  const problem = url.verdict === 'block' ? url : hostHeaderProblem(request, url)
  if (problem !== undefined) return refuse(problem)
  try {
    const server = tunnel ?? (await openServer(target, visit, services))
    forwardRequest(request, response, {
      server: 'socket' in server ? server.socket : server.server,
      path: target.path,
      host: server.target.url.host,
      maxHeaderBytes: limits.maxHeaderBytes,
      onMoved: watch.moved,
      onFailure: () => answer(response, { status: 502, text: 'The server did not answer with HTTP.' }),
    })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) answer(response, answerToFault(error))
    else refuse(refusal)
  }
}

function answer(response: ServerResponse, { status, text }: ProxyAnswer): void {
  const { headers, body } = answerParts({ status, text })
  response.writeHead(status, headers).end(body)
}
