import type { DeclaredTarget, Principal } from '@drawbridge/core'
import { type CredentialedPrograms, createCredentialedPrograms, grantToEveryone } from '@drawbridge/tools'
import { expect, test } from 'vitest'
import { createPrincipalResolver } from './resolve-for-principal.ts'

const principal: Principal = { session: 's', run: 'r', role: 'main', parents: [] }
const command: DeclaredTarget = { kind: 'command', argv: ['ls'] }
const session: DeclaredTarget = { kind: 'session', id: 's' }

async function resolverWith(refresh: () => Promise<void>) {
  const made: CredentialedPrograms[] = []
  const grants = grantToEveryone(await createCredentialedPrograms([]))
  const resolver = createPrincipalResolver({ grants, refresh }, (programs) => {
    made.push(programs)
    return { resolve: () => ({ status: 'resolved', targets: [] }) }
  })
  return { resolver, made }
}

test('where stored programs cannot be looked up, no command is resolved, and whatever runs none goes on', async () => {
  const { resolver } = await resolverWith(() => Promise.reject(new Error('The server is gone.')))
  expect(await resolver.resolve([session, command], principal)).toMatchObject({
    status: 'failed',
    failure: { code: 'store_unavailable', message: expect.stringContaining('The server is gone.') },
  })
  expect(await resolver.resolve([session], principal)).toMatchObject({ status: 'resolved' })
})

test('records are looked at before each command, and one resolver is made for the same programs', async () => {
  let looked = 0
  const { resolver, made } = await resolverWith(async () => {
    looked += 1
  })
  for (const declared of [command, session, command]) await resolver.resolve([declared], principal)
  expect([looked, made.length]).toEqual([2, 1])
})
