import type { StoredJob } from '@drawbridge/core/job'
import { defineRoomRoute, nothingFound, type RouteRow } from '@drawbridge/room'
import { z } from 'zod'
import { findJobs } from './open-jobs.ts'

const states = ['waiting', 'running', 'done', 'dead'] as const
const id = z.strictObject({ id: z.string().min(1).max(200) })

const job = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    key: z.string().nullable(),
    state: z.enum(states),
    attempt: z.number(),
    attempts: z.number(),
    runAt: z.iso.datetime(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'Job' })

const list: RouteRow = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listJobs', role: 'operator', scope: 'jobs:read' },
  summary: 'List background jobs, newest first',
  query: z.strictObject({ state: z.enum(states).optional(), kind: z.string().max(200).optional() }),
  list: { item: job, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async ({ query: { state, kind } }, house) => {
    await using queue = await findJobs(house)
    return ((await queue?.list({ state, kind, limit: 10_000 })) ?? []).map(shown)
  },
})

const show: RouteRow = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}', operation: 'getJob', role: 'operator', scope: 'jobs:read' },
  summary: 'Show a job with its payload, without secrets',
  params: id,
  answer: job.extend({ payload: z.string() }).meta({ id: 'JobWithPayload' }),
  handle: async ({ params }, house) => {
    await using queue = await findJobs(house)
    const found = await queue?.find(params.id)
    if (found === undefined) return nothingFound
    return { ...shown(found), payload: house.scrubber.scrub(JSON.stringify(found.payload, undefined, 2)).text }
  },
})

const retry: RouteRow = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/retry', operation: 'retryJob', role: 'operator', scope: 'jobs:write' },
  summary: 'Give a dead job all its attempts again',
  params: id,
  handle: async ({ params }, house) => {
    await using queue = await findJobs(house)
    return (await queue?.retry(params.id)) === true ? undefined : nothingFound
  },
})

const remove: RouteRow = defineRoomRoute({
  ...{ method: 'DELETE', path: '/{id}', operation: 'removeJob', role: 'operator', scope: 'jobs:write' },
  summary: 'Remove a job that is not running',
  params: id,
  handle: async ({ params }, house) => {
    await using queue = await findJobs(house)
    return (await queue?.remove(params.id)) === true ? undefined : nothingFound
  },
})

/** The operations on background jobs, each the same as a command has. */
export const jobRoutes: readonly RouteRow[] = [list, show, retry, remove]

function shown({ id: key, kind, key: name, state, attempt, attempts, runAt, lastError }: StoredJob) {
  return {
    ...{ id: key, kind, key: name ?? null, state, attempt, attempts },
    ...{ runAt: new Date(runAt).toISOString(), lastError: lastError ?? null },
  }
}
