import { randomBytes } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import type { Connection, Database } from '@drawbridge/store/database'
import {
  allGrants,
  findGrant,
  grantsOfCaller,
  putGrant,
  readGrant,
  removeGrant,
  type StoredServerGrant,
} from './grant-rows.ts'
import {
  type AccessRequest,
  allRequests,
  decideRequest,
  findRequest,
  insertRequest,
  pendingOf,
  readRequest,
} from './request-rows.ts'
import type { GrantCaller, GrantSubject, ServerGrant } from './server-access.ts'

/** The topic under which changes of grants are published. */
export const grantTopic = 'mcp_grant'

/** The result of a decision on a request. Only `decided` changed anything. */
export type RequestDecision =
  | { readonly status: 'decided'; readonly request: AccessRequest }
  | { readonly status: 'already_decided'; readonly request: AccessRequest }
  | { readonly status: 'unknown_request' }

/** Grants of servers, and requests for them, in a database. */
export interface McpGrantStore {
  list(): Promise<readonly StoredServerGrant[]>
  /** The grants that bear on one caller, as they are now. */
  of(
    server: string,
    caller: GrantCaller,
  ): Promise<{ readonly agent: ServerGrant | undefined; readonly user: ServerGrant | undefined }>
  /** Writes a grant in place of the one before. */
  put(grant: ServerGrant, by: string): Promise<void>
  /** Resolves to true if there was such a grant. */
  remove(server: string, subject: GrantSubject): Promise<boolean>
  requests(): Promise<readonly AccessRequest[]>
  /** Asks for access. The same request that is pending already is returned instead. */
  request(wanted: Pick<AccessRequest, 'server' | 'subject' | 'tools' | 'reason'>): Promise<AccessRequest>
  /** Approves a pending request, and grants what it asks for in the same transaction. */
  approve(id: string, decision: { readonly by: string; readonly note?: string | undefined }): Promise<RequestDecision>
  reject(id: string, decision: { readonly by: string; readonly note: string }): Promise<RequestDecision>
}

export function createGrantStore(database: Database, { clock }: { readonly clock: Clock }): McpGrantStore {
  return {
    list: async () => (await database.all(allGrants)).map(readGrant),
    of: async (server, { agent, user }) => {
      const grantOf = async (kind: GrantSubject['kind'], id: string) => {
        const row = await database.get(findGrant, server, kind, id)
        return row && readGrant(row)
      }
      // No grant names a caller that is neither an agent nor a user: there is nothing to read. Each of the others is one row of the key.
      if (user === undefined)
        return { agent: agent === undefined ? undefined : await grantOf('agent', agent), user: undefined }
      if (agent === undefined) return { agent: undefined, user: await grantOf('user', user) }
      const grants = (await database.all(grantsOfCaller, server, agent, user)).map(readGrant)
      const by = (kind: GrantSubject['kind']) => grants.find(({ subject }) => subject.kind === kind)
      return { agent: by('agent'), user: by('user') }
    },
    put: (grant, by) => database.transaction((transaction) => put(transaction, grant, by)),
    remove: (server, { kind, id }) =>
      database.transaction(async (transaction) => {
        const removed = (await transaction.run(removeGrant, server, kind, id)) > 0
        if (removed) await transaction.publish(grantTopic, server)
        return removed
      }),
    requests: async () => (await database.all(allRequests)).map(readRequest),
    request: ({ server, subject, tools, reason }) =>
      database.transaction(async (transaction) => {
        const wanted = tools === undefined ? null : JSON.stringify(tools.toSorted())
        const pending = await transaction.all(pendingOf, server, subject.kind, subject.id)
        const same = pending.find((row) => row.tools === wanted)
        if (same !== undefined) return readRequest(same)
        const id = `request_${randomBytes(6).toString('hex')}`
        await transaction.run(insertRequest, id, server, subject.kind, subject.id, wanted, reason, clock.now())
        const row = await transaction.get(findRequest, id)
        if (row === undefined) throw new TypeError('The request was not kept.')
        return readRequest(row)
      }),
    approve: (id, { by, note }) => decide(id, { state: 'approved', by, note }),
    reject: (id, { by, note }) => decide(id, { state: 'rejected', by, note }),
  }

  function decide(
    id: string,
    {
      state,
      by,
      note = null,
    }: { readonly state: 'approved' | 'rejected'; readonly by: string; readonly note?: string | null | undefined },
  ): Promise<RequestDecision> {
    return database.transaction(async (transaction): Promise<RequestDecision> => {
      const decided = await transaction.get(decideRequest, id, state, by, clock.now(), note)
      if (decided === undefined) {
        const row = await transaction.get(findRequest, id)
        return row === undefined
          ? { status: 'unknown_request' }
          : { status: 'already_decided', request: readRequest(row) }
      }
      const request = readRequest(decided)
      if (state === 'approved') await put(transaction, await widened(transaction, request), by)
      return { status: 'decided', request }
    })
  }

  /** The grant with what was asked for. What an operator denied by name stays denied. */
  async function widened(transaction: Connection, { server, subject, tools }: AccessRequest): Promise<ServerGrant> {
    const row = await transaction.get(findGrant, server, subject.kind, subject.id)
    const before = row === undefined ? undefined : readGrant(row)
    const had = before?.enabled === true ? before.toolAllow : []
    const toolAllow = tools === undefined || had === undefined ? undefined : [...new Set([...had, ...tools])]
    return {
      server,
      subject,
      enabled: true,
      ...(toolAllow === undefined ? {} : { toolAllow }),
      toolDeny: before?.toolDeny ?? [],
      ...(before?.overrides === undefined ? {} : { overrides: before.overrides }),
    }
  }

  async function put(transaction: Connection, grant: ServerGrant, by: string): Promise<void> {
    const { server, subject, enabled, toolAllow, toolDeny, overrides } = grant
    const allow = toolAllow === undefined ? null : JSON.stringify(toolAllow)
    const deny = JSON.stringify(toolDeny)
    const own = overrides === undefined || Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides)
    const { kind, id } = subject
    await transaction.run(putGrant, server, kind, id, enabled ? 1 : 0, allow, deny, own, by, clock.now())
    await transaction.publish(grantTopic, server)
  }
}
