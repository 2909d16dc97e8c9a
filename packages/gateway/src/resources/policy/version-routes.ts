import { type PolicyVersion, policyChanges } from '@drawbridge/sdk/policy-draft'
import { z } from 'zod'
import { refuse } from '../../problem/problem.ts'
import { pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { timeOf } from '../account/account-schemas.ts'
import { openWorkshop } from './policy-drafts.ts'
import { changeShape, policyContent, shownChanges, versionShape } from './policy-schemas.ts'

const common = { tag: 'policy', role: 'operator', scope: 'policy:read' } as const

function shown({ version, digest, setBy, setAt, note, changed }: PolicyVersion) {
  return { version, digest, by: setBy, at: timeOf(setAt), note: note ?? null, changed }
}

const listVersions = defineRoute({
  ...{ method: 'GET', path: '/policy/versions', operation: 'listPolicyVersions', ...common },
  summary: 'List the versions of the policy in the database, newest first',
  description:
    'The last 1,000 changes of settings in the database are kept, from the dashboard and from the command line.',
  query: z.strictObject(pageQuery),
  answer: pageOf(versionShape),
  handle: async ({ query }, { gateway }) => {
    const { editor } = openWorkshop(gateway)
    const list = ['policy-versions']
    const start = gateway.cursors.read(query, list)
    const before = start.after === undefined ? undefined : Number(start.after)
    const versions = await editor.versions({ limit: start.limit + 1, before })
    return gateway.cursors.page(versions.map(shown), start, { keyOf: ({ version }) => String(version), list })
  },
})

const getVersion = defineRoute({
  ...{ method: 'GET', path: '/policy/versions/{version}', operation: 'getPolicyVersion', ...common },
  summary: 'Show a version of the policy in the database, and what it changed',
  params: z.strictObject({ version: z.coerce.number().int().min(0).max(2_147_483_647) }),
  answer: z.strictObject({
    ...versionShape.shape,
    policy: policyContent,
    changes: z
      .array(changeShape)
      .describe('What it changed of the version before it; empty if that is no longer kept.'),
    wider: z.boolean(),
    fromHere: z.array(changeShape).describe('What has changed since, up to now.'),
  }),
  handle: async ({ params: { version } }, { gateway }) => {
    const { editor } = openWorkshop(gateway)
    const found = await editor.version(version)
    if (found === undefined) return refuse('not_found', 'There is no such version, or it is no longer kept.')
    const previous = version === 0 ? undefined : await editor.version(version - 1)
    const changes = previous === undefined ? [] : policyChanges(previous.content, found.content)
    const fromHere = policyChanges(found.content, (await editor.read()).content)
    return { ...shown(found), policy: found.content, ...shownChanges(changes), fromHere }
  },
})

export const versionRoutes: readonly Route[] = [listVersions, getVersion]
