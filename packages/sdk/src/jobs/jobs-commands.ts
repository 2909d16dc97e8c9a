import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { JobState, StoredJob } from '@drawbridge/core/job'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { findJobs } from './open-jobs.ts'

const states: readonly JobState[] = ['waiting', 'running', 'done', 'dead']
const json = { flags: '--json', summary: 'write one JSON object' }
const jobId = { name: 'id', summary: 'id as in `jobs list`' }

export const jobsList: RoomCommand = {
  options: [
    { flags: '--state <state>', summary: 'only jobs in this state', choices: states },
    { flags: '--kind <kind>', summary: 'only jobs of this kind' },
    { flags: '--limit <n>', summary: 'maximum number of jobs (default: 100)' },
    json,
  ],
  examples: [
    ['Jobs that failed permanently', 'drawbridge jobs --state dead'],
    ['For a script', 'drawbridge jobs list --json'],
  ],
  run: async ({ options, io, ground }) => {
    await using queue = await findJobs(ground)
    const { state, kind, limit = '100' } = options
    const filter = { state: states.find((known) => known === state), kind: textOf(kind), limit: countOf(limit) }
    const jobs = (await queue?.list(filter)) ?? []
    if (options.json === true) await io.output.write(`${JSON.stringify({ jobs })}\n`)
    else if (jobs.length === 0) await io.diagnostics.write('No jobs.\n')
    else await io.output.write(jobs.map((job) => `${describe(job)}\n`).join(''))
  },
}

export const jobsShow: RoomCommand = {
  arguments: [jobId],
  options: [json],
  examples: [['Why did it fail?', 'drawbridge jobs show ID']],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    await using queue = await findJobs(ground)
    const id = idOf(invocation)
    const job = await queue?.find(id)
    if (job === undefined) throw noSuchJob(id)
    const error = job.lastError === undefined ? '' : `  Error    ${escapeToOneLine(job.lastError)}\n`
    const payload = `  Payload  ${escapeToOneLine(JSON.stringify(job.payload))}\n`
    await io.output.write(options.json === true ? `${JSON.stringify(job)}\n` : `${describe(job)}\n${error}${payload}`)
  },
}

export const jobsRetry: RoomCommand = {
  arguments: [jobId],
  examples: [['Try again', 'drawbridge jobs retry ID']],
  run: async (invocation) => {
    await using queue = await findJobs(invocation.ground)
    const id = idOf(invocation)
    if ((await queue?.retry(id)) !== true)
      throw new DrawbridgeError(
        'invalid_option',
        `No dead job has the id ${JSON.stringify(id)}. Run \`drawbridge jobs list --state dead\` to see those that have failed.`,
      )
    await invocation.io.output.write(`${id} is waiting again.\n`)
  },
}

export const jobsRemove: RoomCommand = {
  arguments: [jobId],
  examples: [['Give up on a job', 'drawbridge jobs remove ID']],
  run: async (invocation) => {
    await using queue = await findJobs(invocation.ground)
    const id = idOf(invocation)
    if ((await queue?.remove(id)) !== true) throw noSuchJob(id, ' that is not running')
    await invocation.io.output.write(`Removed ${id}.\n`)
  },
}

function idOf({ arguments: [id = ''] }: CommandInvocation): string {
  return id
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function countOf(text: string | boolean): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0 && count <= 10_000) return count
  throw new DrawbridgeError(
    'invalid_option',
    `--limit must be a whole number from 1 to 10,000, not ${JSON.stringify(text)}.`,
  )
}

function noSuchJob(id: string, which = ''): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `No job${which} has the id ${JSON.stringify(id)}. Run \`drawbridge jobs list\` to see the jobs.`,
  )
}

function describe({ id, kind, key, state, attempt, attempts, runAt }: StoredJob): string {
  const time = new Date(runAt).toISOString()
  const when = state === 'waiting' ? `due ${time}` : `since ${time}`
  const named = key === undefined ? '' : `  key ${escapeToOneLine(key)}`
  return `${id}  ${escapeToOneLine(kind)}  ${state}  attempt ${attempt} of ${attempts}  ${when}${named}`
}
