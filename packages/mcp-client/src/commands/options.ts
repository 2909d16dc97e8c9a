import { join, resolve } from 'node:path'
import type { CommandInvocation } from '@drawbridge/room'

export const jsonOption = { flags: '--json', summary: 'write one JSON object' }
export const dryRunOption = { flags: '--dry-run', summary: 'change nothing, and show the changes as a diff' }

/** The operator's configuration that a command edits: the one that `--config` names, or that of the home. */
export function operatorFile({ options, ground }: CommandInvocation): string {
  return typeof options.config === 'string' ? resolve(options.config) : join(ground.home, 'drawbridge.jsonc')
}
