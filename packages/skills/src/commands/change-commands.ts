import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { readTree } from '@drawbridge/sandbox/folder'
import { objectionToFile, publishedLimits } from '../stored/objection-to-files.ts'
import { createPublishedSkills, type SkillHolder } from '../stored/published-skills.ts'
import { readOne } from '../tiers/find-skills.ts'
import { needPerson } from './place.ts'

const nameArgument = { name: 'name', summary: 'the name of a published skill' }
const holderOptions = [
  { flags: '--agent <id>', summary: 'for runs of this agent' },
  { flags: '--user <id>', summary: 'for this user' },
]

/** `skills publish`. */
export const publishCommand: RoomCommand = {
  arguments: [{ name: 'folder', summary: 'the folder that has SKILL.md' }],
  options: [{ flags: '--public', summary: 'for all agents; default: for those with a grant' }, ...holderOptions],
  examples: [['A skill for one agent', 'drawbridge skills publish ./report --agent writer']],
  run: async (invocation) => {
    const by = needPerson(invocation)
    const {
      arguments: [given = ''],
      options,
      io,
      ground,
      workspace,
    } = invocation
    const folder = resolve(workspace, given)
    const skill = readOne(folder)
    if (typeof skill === 'string') throw invalid(`${JSON.stringify(given)} is not a skill: ${skill}`)
    const visibility = options.public === true ? 'public' : 'private'
    const holder = holderOf(invocation)
    if (visibility === 'private' && holder.agent === undefined && holder.user === undefined)
      throw invalid('Say for whom: --agent, --user, or --public for all.')
    const files = readTree(folder, publishedLimits)
    const objection = Object.keys(files)
      .map(objectionToFile)
      .find((each) => each !== undefined)
    if (objection !== undefined) throw invalid(objection)
    const { version } = await createPublishedSkills(ground).publish(skill.name, files, {
      by,
      visibility,
      holder,
      replaces: 'any',
    })
    await io.output.write(`Published ${skill.name} as version ${version}.\n`)
    return undefined
  },
}

/** `skills grant`. */
export const grantCommand: RoomCommand = {
  arguments: [nameArgument],
  options: holderOptions,
  examples: [['One more agent', 'drawbridge skills grant report --agent helper']],
  run: async (invocation) => {
    needPerson(invocation)
    const [name = ''] = invocation.arguments
    await createPublishedSkills(invocation.ground).grant(name, needHolder(invocation))
    await invocation.io.output.write(`Granted ${name}.\n`)
    return undefined
  },
}

/** `skills revoke`. */
export const revokeCommand: RoomCommand = {
  arguments: [nameArgument],
  options: holderOptions,
  examples: [['Not that agent any more', 'drawbridge skills revoke report --agent helper']],
  run: async (invocation) => {
    needPerson(invocation)
    const [name = ''] = invocation.arguments
    if (!(await createPublishedSkills(invocation.ground).revoke(name, needHolder(invocation))))
      throw invalid(`There is no such grant. See: drawbridge skills versions ${name}`)
    await invocation.io.output.write(`Revoked the grant of ${name}.\n`)
    return undefined
  },
}

/** `skills remove`. */
export const removeCommand: RoomCommand = {
  arguments: [nameArgument],
  options: [{ flags: '--version <number>', summary: 'one version alone; the one before it counts again' }],
  examples: [['Back to the version before', 'drawbridge skills remove report --version 3']],
  run: async (invocation) => {
    needPerson(invocation)
    const {
      arguments: [name = ''],
      options,
      io,
      ground,
    } = invocation
    const version = typeof options.version === 'string' ? Number(options.version) : undefined
    if (version !== undefined && !Number.isSafeInteger(version))
      throw invalid(`"--version" is ${JSON.stringify(options.version)}, which is not a number.`)
    await createPublishedSkills(ground).remove(name, version)
    await io.output.write(version === undefined ? `Removed ${name}.\n` : `Removed version ${version} of ${name}.\n`)
    return undefined
  },
}

function holderOf({ options: { agent, user } }: CommandInvocation): SkillHolder {
  return { ...(typeof agent === 'string' ? { agent } : {}), ...(typeof user === 'string' ? { user } : {}) }
}

function needHolder(invocation: CommandInvocation): SkillHolder {
  const holder = holderOf(invocation)
  if (holder.agent === undefined && holder.user === undefined) throw invalid('Say for whom: --agent or --user.')
  return holder
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
