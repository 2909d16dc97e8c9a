import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { SkillsSection } from '../skills-section.ts'
import type { FoundSkills } from '../tiers/find-skills.ts'
import { skillsOf } from '../tiers/skills-of.ts'

/** Returns all skills, for every agent and user. */
export function allSkills({
  ground,
  workspace,
  section,
}: Pick<CommandInvocation, 'ground' | 'workspace' | 'section'>): Promise<FoundSkills> {
  return skillsOf({ ground, workspace, section: section as SkillsSection | undefined }, 'everyone')
}

/**
 * Returns the name of the person who changes skills.
 * @throws DrawbridgeError `invalid_option` if a tool started the command.
 */
export function needPerson({ io }: Pick<CommandInvocation, 'io'>): string {
  const { human, client } = operatorOf(io.environment)
  if (human) return client
  throw new DrawbridgeError(
    'invalid_option',
    'Only a person can change skills, and a tool started this command. Use your own terminal.',
  )
}
