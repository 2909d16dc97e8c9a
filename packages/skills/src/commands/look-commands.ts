import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean, shorten } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import type { SkillsSection } from '../skills-section.ts'
import { createPublishedSkills } from '../stored/published-skills.ts'
import { readOne } from '../tiers/find-skills.ts'
import { trustedRoot } from '../tiers/skill-folders.ts'
import { renderSkill, resourcesOf } from '../tools/use-skill.ts'
import { allSkills } from './place.ts'

const jsonOption = { flags: '--json', summary: 'write one JSON object' }

/** `skills list`. */
export const listCommand: RoomCommand = {
  options: [jsonOption],
  examples: [['All skills', 'drawbridge skills']],
  run: async (invocation) => {
    const { options, io, workspace } = invocation
    const { skills, problems } = await allSkills(invocation)
    if (options.json === true)
      return io.output.write(`${JSON.stringify({ skills: skills.map(({ body: _, ...skill }) => skill), problems })}\n`)
    await io.output.write(
      skills
        .map(
          ({ name, tier, version, description }) =>
            `${name}  ${tier}${version === undefined ? '' : ` ${version}`}  ${shorten(description, 100)}\n`,
        )
        .join(''),
    )
    for (const { name, notes } of skills) for (const note of notes) await io.diagnostics.write(`${name}: ${note}\n`)
    for (const { path, problem } of problems) await io.diagnostics.write(`${path}: ${problem}\n`)
    const section = invocation.section as SkillsSection | undefined
    if (trustedRoot({ workspace, section }) === undefined)
      await io.diagnostics.write(
        `Skills of this project are not used. To trust it, add ${JSON.stringify(workspace)} to "skills.trustedFolders".\n`,
      )
  },
}

/** `skills show`. */
export const showCommand: RoomCommand = {
  arguments: [{ name: 'name', summary: 'the name of the skill' }],
  examples: [['What a model reads', 'drawbridge skills show ai-multimodal']],
  run: async (invocation) => {
    const [name = ''] = invocation.arguments
    const { skills } = await allSkills(invocation)
    const skill = skills.find((each) => each.name === name)
    if (skill === undefined)
      throw new DrawbridgeError(
        'invalid_option',
        `There is no skill ${JSON.stringify(name)}.${didYouMean(
          name,
          skills.map((each) => each.name),
        )}`,
      )
    await invocation.io.output.write(`${renderSkill(skill, resourcesOf(skill))}\n`)
    for (const [key, value] of Object.entries(skill.otherFields))
      await invocation.io.diagnostics.write(`${key}: ${value}\n`)
    return undefined
  },
}

/** `skills check`. */
export const checkCommand: RoomCommand = {
  arguments: [{ name: 'folder', summary: 'the folder that has SKILL.md' }],
  examples: [['A skill that is being written', 'drawbridge skills check ./my-skill']],
  run: async ({ arguments: [folder = ''], io, workspace }) => {
    const read = readOne(resolve(workspace, folder))
    if (typeof read === 'string')
      throw new DrawbridgeError('invalid_option', `${JSON.stringify(folder)} is not a skill: ${read}`)
    await io.output.write(`${read.name}: ${read.description}\n`)
    for (const note of read.notes) await io.diagnostics.write(`${note}\n`)
    return undefined
  },
}

/** `skills versions`. */
export const versionsCommand: RoomCommand = {
  arguments: [{ name: 'name', summary: 'the name of a published skill' }],
  options: [jsonOption],
  examples: [['Who published what, and for whom', 'drawbridge skills versions report']],
  run: async ({ arguments: [name = ''], options, io, ground }) => {
    const published = createPublishedSkills(ground)
    const [versions, grants] = [await published.versions(name), await published.grants(name)]
    if (options.json === true) return io.output.write(`${JSON.stringify({ versions, grants })}\n`)
    await io.output.write(
      versions
        .map(
          ({ version, visibility, publishedBy, publishedAt }) =>
            `${version}  ${visibility}  by ${publishedBy}, ${new Date(publishedAt).toISOString()}\n`,
        )
        .join(''),
    )
    await io.output.write(
      grants
        .map(
          ({ agent, user }) =>
            `granted to ${[agent && `agent ${agent}`, user && `user ${user}`].filter(Boolean).join(', ') || 'everyone'}\n`,
        )
        .join(''),
    )
  },
}
