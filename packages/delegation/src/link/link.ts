import { DrawbridgeError } from '@drawbridge/core'
import { z } from 'zod'

/** The settings of a link. */
export interface LinkSettings {
  /** The delegations along it that may be open at once. Undefined: as many as the target allows from one agent. */
  readonly maxConcurrent?: number | undefined
  /** Users for whose runs it counts; empty for all. A denied user is denied, even if listed here. */
  readonly allowUsers: readonly string[]
  readonly denyUsers: readonly string[]
  /** Tools that the target cannot call while it works along this link; entries as in a configuration. */
  readonly denyTools: readonly string[]
}

/** The permission of one agent to give work to another one. */
export interface Link {
  readonly source: string
  readonly target: string
  /** `bidirectional`: the target may give work to the source as well. */
  readonly direction: 'outbound' | 'bidirectional'
  /** Undefined if what is stored cannot be read: nobody may use the link then. */
  readonly settings: LinkSettings | undefined
}

const names = z.array(z.string().min(1).max(200)).max(1_000).default([])

const settingsSchema = z.strictObject({
  maxConcurrent: z.int().min(1).max(1_000).optional(),
  allowUsers: names,
  denyUsers: names,
  denyTools: names,
})

/** Reads stored settings; undefined for what is not well-formed. */
export function readLinkSettings(stored: string): LinkSettings | undefined {
  try {
    return settingsSchema.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}

/**
 * Checks settings that a person gives.
 * @throws DrawbridgeError `invalid_option` that names the first bad value.
 */
export function checkLinkSettings(given: unknown): LinkSettings {
  const { data, error } = settingsSchema.safeParse(given)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new DrawbridgeError(
    'invalid_option',
    `The settings of the link are not valid${issue === undefined ? '' : `: ${[...issue.path, ''].join(': ')}${issue.message}`}. Names: ${Object.keys(settingsSchema.shape).join(', ')}.`,
  )
}
