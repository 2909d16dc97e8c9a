import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { type CommandInvocation, explainAmbiguous, findByPrefix, type RoomCommand } from '@drawbridge/room'
import { operatorOf, requirePerson } from '@drawbridge/sandbox/operator'
import { createGrantStore, type McpGrantStore } from '../grants/grant-store.ts'
import type { AccessRequest } from '../grants/request-rows.ts'
import type { McpSection } from '../section/mcp-section.ts'
import { describeSubject, record } from './grants.ts'
import { jsonOption } from './options.ts'

const idArgument = { name: 'id', summary: 'id of the request, or a unique prefix' }

export const requestsCommand: RoomCommand<McpSection> = {
  options: [{ flags: '--all', summary: 'include decided requests' }, jsonOption],
  examples: [['Which requests wait?', 'drawbridge mcp requests']],
  run: async ({ options, io, ground: { database, clock } }) => {
    const found = await database.find()
    const all = found === undefined ? [] : await createGrantStore(found, { clock }).requests()
    const requests = options.all === true ? all : all.filter(({ state }) => state === 'pending')
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ requests })}\n`))
    if (requests.length === 0) return void (await io.diagnostics.write('No requests are pending.\n'))
    await io.output.write(requests.map(describeRequest).join(''))
  },
}

export const approveCommand: RoomCommand<McpSection> = {
  arguments: [idArgument],
  options: [{ flags: '--note <text>', summary: 'a note for the record' }, jsonOption],
  examples: [['Grant what was asked for', 'drawbridge mcp approve ID']],
  run: (invocation) => decide(invocation, 'approved'),
}

export const rejectCommand: RoomCommand<McpSection> = {
  arguments: [idArgument],
  options: [{ flags: '--note <text>', summary: 'the reason; required' }, jsonOption],
  examples: [['Refuse with a reason', "drawbridge mcp reject ID --note 'use the staging server'"]],
  run: (invocation) => decide(invocation, 'rejected'),
}

async function decide(invocation: CommandInvocation<McpSection>, verdict: 'approved' | 'rejected'): Promise<0 | 1> {
  const {
    arguments: [given = ''],
    options,
    io,
    ground,
  } = invocation
  requirePerson(io.environment, 'decide on requests for access')
  const note = typeof options.note === 'string' ? options.note : undefined
  if (verdict === 'rejected' && note === undefined) throw invalid('Say why with --note: who asked reads it.')
  const database = await ground.database.find()
  const store = database && createGrantStore(database, { clock: ground.clock })
  const { id } = await need(given, store)
  const by = operatorOf(io.environment).client
  const decision =
    verdict === 'approved' ? await store?.approve(id, { by, note }) : await store?.reject(id, { by, note: note ?? '' })
  if (decision?.status !== 'decided') {
    const state = decision?.status === 'already_decided' ? `was ${decision.request.state} already` : 'is gone'
    if (options.json === true)
      await io.output.write(`${JSON.stringify({ id, status: decision?.status ?? 'unknown_request' })}\n`)
    else await io.diagnostics.write(`${id} ${state}. Nothing was changed.\n`)
    return 1
  }
  const { server, subject } = decision.request
  await record(await invocation.openHouse(), { type: 'mcp.access_decided', request: id, server, subject, verdict, by })
  if (options.json === true) await io.output.write(`${JSON.stringify({ id, status: 'decided', verdict })}\n`)
  else
    await io.output.write(
      verdict === 'approved' ? `Granted ${server} to ${describeSubject(subject)}.\n` : `Rejected ${id}.\n`,
    )
  return 0
}

async function need(given: string, store: McpGrantStore | undefined): Promise<AccessRequest> {
  const items = (await store?.requests()) ?? []
  const found = findByPrefix(given, {
    items,
    idOf: ({ id }) => id,
    kind: 'request',
    isLikely: ({ state }) => state === 'pending',
  })
  if (found.status === 'found') return found.item
  if (found.status === 'ambiguous') throw invalid(explainAmbiguous(given, 'requests', found.ids))
  throw invalid(`No request has the id ${JSON.stringify(given)}. See: drawbridge mcp requests`)
}

function describeRequest({ id, server, subject, tools, reason, state, note }: AccessRequest): string {
  const what = tools === undefined ? 'all tools' : tools.join(', ')
  const end = state === 'pending' ? '' : `  ${state}${note === undefined ? '' : `: ${escapeToOneLine(note)}`}\n`
  return `${id}  ${escapeToOneLine(server)} (${escapeToOneLine(what)}) for ${describeSubject(subject)}\n  ${escapeToOneLine(reason)}\n${end}`
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
