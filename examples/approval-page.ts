// Approvals on a web page: an inbox takes the answers of HTTP requests. The page is on loopback and has a token in its address,
// because everyone who reaches it can answer. Two requests at the end play the person.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createApprovalInbox } from '@drawbridge/core/approval'
import { type ApprovalDecision, type ApprovalRequest, createDrawbridge } from '@drawbridge/sdk'

const inbox = createApprovalInbox('page')
const token = randomUUID()
const server = createServer(async (request, response) => {
  if (request.url !== `/${token}`) return response.writeHead(404).end()
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(inbox.pending())) // plain JSON, secrets removed: render it as you like, as text
  }
  const decision: ApprovalDecision = JSON.parse(await text(request))
  return response.end(inbox.answer(decision, { client: 'browser', human: true }).status)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}`

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-page-'))
const drawbridge = await createDrawbridge({ workspace, record: 'off', authority: { approvers: [inbox] } })
const asked = new Promise<void>((resolve) => {
  inbox.listen({ requested: () => resolve(), settled: () => undefined }) // without a listener the inbox abstains
})
const outcome = drawbridge
  .openSession()
  .call({ name: 'fs.write_file', arguments: { path: 'a.txt', content: 'hello\n' } })
await asked
const [question] = (await (await fetch(page)).json()) as [ApprovalRequest]
console.log(question.reason, question.offers.map((offer) => offer.answer).join(' '))
const answer = { requestId: question.id, digest: question.digest, answer: 'allow_once', decidedBy: 'ada' }
console.log(await (await fetch(page, { method: 'POST', body: JSON.stringify(answer) })).text())
console.log((await outcome).text)
await drawbridge[Symbol.asyncDispose]()
server.close()
await rm(workspace, { recursive: true })
