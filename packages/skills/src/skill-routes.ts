import {
  defineRoomRoute,
  type House,
  isOperator,
  nothingFound,
  type RouteCaller,
  type RouteRow,
} from '@drawbridge/room'
import { z } from 'zod'
import type { SkillsSection } from './skills-section.ts'
import { createPublishedSkills } from './stored/published-skills.ts'
import { tiers } from './tiers/skill-folders.ts'
import { skillsOf } from './tiers/skills-of.ts'
import { renderSkill, resourcesOf } from './tools/use-skill.ts'

type Row = RouteRow<SkillsSection>

const name = z.strictObject({ name: z.string().min(1).max(200) })
const holder = z.strictObject({
  agent: z.string().min(1).max(200).nullish(),
  user: z.string().min(1).max(200).nullish(),
})

const skill = z
  .strictObject({
    name: z.string(),
    tier: z.enum(tiers),
    version: z.number().nullable().describe('Null for one that is not published.'),
    description: z.string(),
    notes: z.array(z.string()).describe('Remarks for its author.'),
    programs: z.array(z.string()),
    environment: z.array(z.string()),
    allowedTools: z.array(z.string()),
  })
  .meta({ id: 'Skill' })

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listSkills', role: 'member', scope: 'skills:read' },
  summary: 'List skills: for members those that they may use, for operators all',
  list: { item: skill, keyOf: ({ name: key }: { readonly name: string }) => key },
  handle: async ({ caller }, house, section: SkillsSection | undefined) =>
    (await foundBy(caller, house, section)).skills.map(shown),
})

const problems: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/problems', operation: 'listSkillProblems', role: 'operator', scope: 'skills:read' },
  summary: 'List the folders that are not skills, with the reasons',
  list: {
    item: z.strictObject({ path: z.string(), problem: z.string() }),
    keyOf: ({ path }: { readonly path: string }) => path,
  },
  handle: async ({ caller }, house, section: SkillsSection | undefined) =>
    (await foundBy(caller, house, section)).problems,
})

const show: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/named/{name}', operation: 'getSkill', role: 'member', scope: 'skills:read' },
  summary: 'Show a skill as a model reads it, with its versions and grants',
  params: name,
  answer: skill
    .extend({
      text: z.string(),
      versions: z.array(
        z.strictObject({
          version: z.number(),
          visibility: z.enum(['private', 'public']),
          by: z.string(),
          at: z.iso.datetime(),
        }),
      ),
      grants: z.array(holder),
    })
    .meta({ id: 'SkillText' }),
  handle: async ({ params, caller }, house, section: SkillsSection | undefined) => {
    const found = (await foundBy(caller, house, section)).skills.find((each) => each.name === params.name)
    if (found === undefined) return nothingFound
    const published = createPublishedSkills(house)
    const isPublished = found.version !== undefined
    const versions = isPublished ? await published.versions(found.name) : []
    return {
      ...shown(found),
      text: renderSkill(found, resourcesOf(found)),
      versions: versions.map(({ version, visibility, publishedBy: by, publishedAt }) => ({
        ...{ version, visibility, by, at: new Date(publishedAt).toISOString() },
      })),
      grants: isPublished && isOperator(caller) ? await published.grants(found.name) : [],
    }
  },
})

const grant: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/named/{name}/grants', operation: 'grantSkill', role: 'operator', scope: 'skills:write' },
  summary: 'Let an agent, a user, or one for the other use a published skill',
  human: true,
  params: name,
  body: holder.refine(({ agent, user }) => agent != null || user != null, 'Name an agent or a user.'),
  handle: async ({ params, body }, house) => {
    const published = await publishedWith(params.name, house)
    return published === undefined ? nothingFound : published.grant(params.name, held(body))
  },
})

const revoke: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/named/{name}/grants', operation: 'revokeSkill', role: 'operator' },
  scope: 'skills:write',
  summary: 'Take a grant of a skill away',
  params: name,
  query: holder,
  handle: async ({ params, query }, house) =>
    (await (await publishedWith(params.name, house))?.revoke(params.name, held(query))) === true
      ? undefined
      : nothingFound,
})

const remove: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/named/{name}', operation: 'removeSkill', role: 'operator', scope: 'skills:write' },
  summary: 'Remove a published skill, or one version of it',
  params: name,
  query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
  handle: async ({ params, query }, house) => {
    const published = await publishedWith(params.name, house)
    return published === undefined ? nothingFound : published.remove(params.name, query.version)
  },
})

/** The operations on skills, each the same as a command has. */
export const skillRoutes: readonly Row[] = [list, problems, show, grant, revoke, remove]

/** Returns the published skills if one of them has this name. */
async function publishedWith(given: string, house: House) {
  const published = createPublishedSkills(house)
  return (await published.list()).some((each) => each.name === given) ? published : undefined
}

function foundBy(caller: RouteCaller, house: House, section: SkillsSection | undefined) {
  const whose = isOperator(caller) ? 'everyone' : { user: caller.user }
  return skillsOf({ ground: house, workspace: house.workspace, section }, whose)
}

function shown(found: Awaited<ReturnType<typeof skillsOf>>['skills'][number]) {
  const { name: title, tier, version, description, notes, programs, environment, allowedTools } = found
  return { name: title, tier, version: version ?? null, description, notes, programs, environment, allowedTools }
}

function held({ agent, user }: z.output<typeof holder>) {
  return { ...(agent == null ? {} : { agent }), ...(user == null ? {} : { user }) }
}
