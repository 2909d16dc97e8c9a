import { posix } from 'node:path'
import type { DeclaredTarget, Target } from '@drawbridge/core'
import type { UnapprovedSetting } from '@drawbridge/core/machine'
import type { CommandTarget, PathDenials, TargetResolution, TargetResolver } from '@drawbridge/core/target'
import type { GitSurroundings } from '../git/why-git-runs.ts'
import type { ContainmentState } from './containment.ts'

export interface WithContainmentOptions {
  readonly setting: UnapprovedSetting
  readonly state: (denials: PathDenials | undefined) => Promise<ContainmentState>
  /** The place where git finds its user's settings. */
  readonly git: GitSurroundings
}

/** Resolves to the reason that git would run a repository's programs in a folder; undefined if its settings name none. */
export type WhyGitRuns = (command: CommandTarget, user: GitSurroundings) => Promise<string | undefined>

/** Loaded with the first git that cannot be contained. */
const readGitSettings: WhyGitRuns = async (command, user) => {
  const { whyGitRuns } = await import('../git/why-git-runs.ts')
  return whyGitRuns(command, user)
}

/**
 * Compares an analyser's verdicts on unapproved commands with the machine and the operator's settings. A command that would run
 * contained asks if there is no containment. So does everything that a call wants to run outside of it.
 */
export function withContainment(
  resolver: TargetResolver,
  options: WithContainmentOptions,
  whyGitRuns: WhyGitRuns = readGitSettings,
): TargetResolver {
  return {
    resolve: (declared, principal, denials) => {
      const resolution = resolver.resolve(declared, principal, denials)
      return resolution instanceof Promise
        ? resolution.then((resolved) => hold(resolved, { declared, denials }, options, whyGitRuns))
        : hold(resolution, { declared, denials }, options, whyGitRuns)
    },
  }
}

function hold(
  resolution: TargetResolution,
  { declared, denials }: { readonly declared: readonly DeclaredTarget[]; readonly denials: PathDenials | undefined },
  { setting, state, git }: WithContainmentOptions,
  whyGitRuns: WhyGitRuns,
): TargetResolution | Promise<TargetResolution> {
  if (resolution.status !== 'resolved' || !resolution.targets.some(isUnapproved)) return resolution
  const isOutside = declared.some((target) => isCommand(target) && target.contained === false)
  if (isOutside) return changed(resolution, () => 'would run without containment, because of "contained": false')
  if (setting === 'off') return changed(resolution, () => 'was not approved, and "shell.unapproved" is off')
  if (!resolution.targets.some(isContained)) return resolution
  if (setting === 'core')
    return changed(resolution, (command) => without(command, 'because of the setting "shell.unapproved"'))
  return state(denials).then((found) =>
    found.status === 'works' ? resolution : changed(resolution, (command) => without(command, found.reason)),
  )

  async function without(command: CommandTarget, reason: string): Promise<string | undefined> {
    if (!isContained(command)) return undefined
    const why = command.program.replaceable
      ? 'is in a folder that calls may write'
      : posix.basename(command.program.name) === 'git'
        ? await whyGitRuns(command, git)
        : 'appears to only read'
    return why === undefined ? undefined : `${why}, but cannot be contained: ${reason.replace(/\.$/, '')}`
  }
}

/** @param objection The reason against the command; undefined if it runs as it is. */
async function changed(
  resolution: Extract<TargetResolution, { status: 'resolved' }>,
  objection: (command: CommandTarget) => string | undefined | Promise<string | undefined>,
): Promise<TargetResolution> {
  const targets = resolution.targets.map(async (target): Promise<Target> => {
    if (!isUnapproved(target)) return target
    const why = await objection(target)
    if (why !== undefined) return { ...target, readonly: false, unapproved: null, objection: why }
    return { ...target, unapproved: 'core' }
  })
  return { ...resolution, targets: await Promise.all(targets) }
}

function isUnapproved(target: Target): target is CommandTarget {
  return target.kind === 'command' && target.unapproved !== null && target.credentialed !== true
}

function isContained(target: Target): boolean {
  return isUnapproved(target) && target.unapproved === 'contained'
}

function isCommand(target: DeclaredTarget): target is Extract<DeclaredTarget, { kind: 'command' | 'shell' }> {
  return target.kind === 'command' || target.kind === 'shell'
}
