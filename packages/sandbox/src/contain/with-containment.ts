import { posix } from 'node:path'
import type { DeclaredTarget, Target } from '@drawbridge/core'
import type { UnapprovedSetting } from '@drawbridge/core/machine'
import type { CommandTarget, PathDenials, TargetResolution, TargetResolver } from '@drawbridge/core/target'
import type { ContainmentState } from './containment.ts'

export interface WithContainmentOptions {
  readonly setting: UnapprovedSetting
  readonly state: (denials: PathDenials | undefined) => Promise<ContainmentState>
  /** Returns the reason that git would run a repository's programs in a folder; undefined if its settings name none. */
  readonly whyGitRuns: (command: CommandTarget) => string | undefined
}

/**
 * Compares an analyser's verdicts on unapproved commands with the machine and the operator's settings. A command that would run
 * contained asks if there is no containment. So does everything that a call wants to run outside of it.
 */
export function withContainment(resolver: TargetResolver, options: WithContainmentOptions): TargetResolver {
  return {
    resolve: (declared, principal, denials) => {
      const resolution = resolver.resolve(declared, principal, denials)
      return resolution instanceof Promise
        ? resolution.then((resolved) => hold(resolved, { declared, denials }, options))
        : hold(resolution, { declared, denials }, options)
    },
  }
}

function hold(
  resolution: TargetResolution,
  { declared, denials }: { readonly declared: readonly DeclaredTarget[]; readonly denials: PathDenials | undefined },
  options: WithContainmentOptions,
): TargetResolution | Promise<TargetResolution> {
  if (resolution.status !== 'resolved' || !resolution.targets.some(isUnapproved)) return resolution
  const { setting, state, whyGitRuns } = options
  const isOutside = declared.some((target) => isCommand(target) && target.contained === false)
  if (isOutside) return changed(resolution, () => 'would run without containment, because of "contained": false')
  if (setting === 'off') return changed(resolution, () => 'was not approved, and "shell.unapproved" is off')
  if (!resolution.targets.some(isContained)) return resolution
  if (setting === 'core')
    return changed(resolution, (command) => without(command, 'because of the setting "shell.unapproved"'))
  return state(denials).then((found) =>
    found.status === 'works' ? resolution : changed(resolution, (command) => without(command, found.reason)),
  )

  function without(command: CommandTarget, reason: string): string | undefined {
    if (!isContained(command)) return undefined
    const why = command.program.replaceable
      ? 'is in a folder that calls may write'
      : posix.basename(command.program.name) === 'git'
        ? whyGitRuns(command)
        : 'appears to only read'
    return why === undefined ? undefined : `${why}, but cannot be contained: ${reason}`
  }
}

/** @param objection The reason against the command; undefined if it runs as it is. */
function changed(
  resolution: Extract<TargetResolution, { status: 'resolved' }>,
  objection: (command: CommandTarget) => string | undefined,
): TargetResolution {
  const targets = resolution.targets.map((target): Target => {
    if (!isUnapproved(target)) return target
    const why = objection(target)
    if (why !== undefined) return { ...target, readonly: false, unapproved: null, objection: why }
    return { ...target, unapproved: 'core' }
  })
  return { ...resolution, targets }
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
