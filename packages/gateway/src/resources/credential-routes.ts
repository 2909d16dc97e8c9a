import { openSecretStore, type ProgramEntry, secretsIn } from '@drawbridge/sdk/secrets'
import { z } from 'zod'
import { callerId } from '../caller/caller.ts'
import { refuse } from '../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../route/page.ts'
import { defineRoute, type Route } from '../route/route.ts'
import type { Gateway } from '../server/gateway.ts'
import { time, timeOf } from './account/account-schemas.ts'

const tag = 'credentials'
const params = z.strictObject({ name: z.string().min(1).max(200) })

const secret = z
  .strictObject({
    name: z.string(),
    programs: z.array(z.string()).describe('The programs that get it.'),
    keyId: z.string().describe('The key that it is encrypted with.'),
    createdAt: time,
    setAt: time,
  })
  .meta({ id: 'Secret' })

const program = z
  .strictObject({
    name: z.string(),
    state: z.enum(['enabled', 'disabled']),
    path: z.string().nullable(),
    preset: z.string().nullable(),
    variables: z.array(z.strictObject({ name: z.string(), secret: z.string().nullable() })),
    problem: z.string().nullable().describe('Why its variables cannot be opened.'),
    grants: z.array(z.record(z.string(), z.unknown())),
    timeoutSeconds: z.number(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Program' })

function openStore({ drawbridge: { home, house } }: Gateway, create = false) {
  return openSecretStore({ home, environment: house.environment, create })
}

const listSecrets = defineRoute({
  ...{ method: 'GET', path: '/secrets', operation: 'listSecrets', tag, role: 'operator', scope: 'secrets:read' },
  summary: 'List the names of stored secrets, never their values',
  query: z.strictObject(pageQuery),
  answer: pageOf(secret),
  handle: async ({ query }, { gateway, caller }) => {
    await using store = await openStore(gateway)
    const programs = (await store?.programs.list()) ?? []
    const secrets = ((await store?.secrets.list()) ?? []).map(({ name, keyId, createdAt, updatedAt }) => ({
      ...{ name, keyId, createdAt: timeOf(createdAt), setAt: timeOf(updatedAt) },
      programs: programs.filter(({ environment }) => secretsIn(environment).includes(name)).map(nameOf),
    }))
    return pageInMemory(gateway.cursors, secrets, {
      query,
      list: ['secrets', callerId(caller)],
      keyOf: ({ name }) => name,
    })
  },
})

const setSecret = defineRoute({
  ...{ method: 'PUT', path: '/secrets/{name}', operation: 'setSecret', tag, role: 'owner', scope: 'secrets:write' },
  ...{ human: true, proven: true },
  mayFindNothing: false,
  summary: 'Keep a value under a name, encrypted; it is never answered again',
  params,
  body: z.strictObject({ value: z.string().min(1).max(65_536) }),
  answer: z.strictObject({ name: z.string(), result: z.enum(['added', 'replaced']) }),
  handle: async ({ params: { name }, body: { value } }, { gateway }) => {
    if (/^\[redacted\b.*\]$/.test(value.trim()))
      refuse('invalid', 'The value is the mark of a secret that was removed, not a secret.')
    await using store = await openStore(gateway, true)
    if (store === undefined) return refuse('not_available')
    return { name, result: await store.secrets.set(name, value) }
  },
})

const removeSecret = defineRoute({
  ...{
    method: 'DELETE',
    path: '/secrets/{name}',
    operation: 'removeSecret',
    tag,
    role: 'owner',
    scope: 'secrets:write',
  },
  ...{ human: true, proven: true },
  summary: 'Remove a secret; the programs that get it are without it',
  params,
  handle: async ({ params: { name } }, { gateway }) => {
    await using store = await openStore(gateway)
    if ((await store?.secrets.remove(name)) !== true) refuse('not_found')
  },
})

const listPrograms = defineRoute({
  ...{ method: 'GET', path: '/programs', operation: 'listPrograms', tag, role: 'operator', scope: 'secrets:read' },
  summary: 'List the programs that run with credentials, with the names of their variables',
  query: z.strictObject(pageQuery),
  answer: pageOf(program),
  handle: async ({ query }, { gateway, caller }) => {
    await using store = await openStore(gateway)
    const programs = ((await store?.programs.list()) ?? []).map(shownProgram)
    return pageInMemory(gateway.cursors, programs, {
      query,
      list: ['programs', callerId(caller)],
      keyOf: ({ name }) => name,
    })
  },
})

const switchProgram = defineRoute({
  ...{ method: 'PUT', path: '/programs/{name}/state', operation: 'switchProgram', tag, role: 'owner' },
  ...{ scope: 'secrets:write', human: true, proven: true },
  summary: 'Let a program run with its credentials, or not',
  params,
  body: z.strictObject({ enabled: z.boolean() }),
  handle: async ({ params: { name }, body: { enabled } }, { gateway }) => {
    await using store = await openStore(gateway)
    if ((await store?.programs.setEnabled(name, enabled)) !== true) refuse('not_found')
  },
})

export const credentialRoutes: readonly Route[] = [listSecrets, setSecret, removeSecret, listPrograms, switchProgram]

function nameOf({ record }: ProgramEntry): string {
  return record.binary_name
}

function shownProgram({ record, environment, grants, createdAt, updatedAt }: ProgramEntry) {
  const isOpen = environment.status === 'opened'
  const variables = isOpen ? Object.entries(environment.variables) : []
  return {
    ...{ name: record.binary_name, state: record.enabled ? ('enabled' as const) : ('disabled' as const) },
    ...{ path: record.binary_path ?? null, preset: record.preset ?? null, grants: grants.map((each) => ({ ...each })) },
    variables: variables.map(([name, given]) => ({ name, secret: 'secret' in given ? given.secret : null })),
    problem: isOpen ? null : environment.why,
    ...{ timeoutSeconds: record.timeout_seconds, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) },
  }
}
