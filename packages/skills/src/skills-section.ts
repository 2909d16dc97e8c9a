import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const absolute = z.string().regex(/^\//, 'must be absolute')

const schema = z.strictObject({
  /** Folders of projects whose skills, and those of all that is below, may be used. Absolute. */
  trustedFolders: z.array(absolute).max(200).readonly().optional(),
  /** The greatest length of the list of skills in the system prompt, in characters. */
  catalogueCharacters: z.int().min(0).max(100_000).optional(),
  /** Names of skills that nobody is offered. */
  disabled: z.array(z.string().min(1).max(64)).max(1_000).readonly().optional(),
})

/** The section `skills`. */
export type SkillsSection = z.output<typeof schema>

/** A project may only switch skills off. */
export const skillsSection: RoomSection<SkillsSection> = { schema, projectKeys: ['disabled'] }
