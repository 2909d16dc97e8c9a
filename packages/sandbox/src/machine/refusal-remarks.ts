import { basename } from 'node:path/posix'
import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { EndedProgram } from '../launch/program.ts'
import { noRepositoryPlaces, type RepositoryPlaces } from './repository-places.ts'

export interface RefusalPlace {
  readonly kind: SandboxBackend['kind']
  readonly profile: Pick<SandboxProfile, 'workspace' | 'mounts' | 'masked' | 'network' | 'limits'>
  /** The places that git has elsewhere for the workspace. */
  readonly repository?: RepositoryPlaces
  /** The names of the allowed hosts, if single hosts are allowed. */
  readonly hosts: readonly string[]
}

const noHost =
  /could not resolve|EAI_AGAIN|ENOTFOUND|ENETUNREACH|name resolution|name or service not known|bad address '|unable to resolve|failed to lookup address|network is unreachable|no address associated/i
const refusedConnection = /connection refused|ECONNREFUSED|couldn't connect/i
const notLetThrough = /CONNECT tunnel failed|403 Forbidden|response 403|Tunnel connection failed|status code 403/i
const readOnly = /read-only file system|EROFS/i
const denied = /permission denied|EACCES/i
const notFound = /(: not found|command not found)/
/** Git names the part of a main repository that a linked worktree or a submodule belongs to. */
const repositoryElsewhere = /not a git repository: .*\/(?:worktrees|modules)\//
const tooManyFiles = /too many open files|EMFILE/i
/** A file of a repository that git would lock or replace. */
const lockedFile = /read-only file system|device or resource busy/i
/** The sandbox has said already what is behind it. */
const isTold = / (is protected from programs|cannot be made) in a sandbox: /
const maxHosts = 10

/**
 * Returns remarks about the sandbox's restrictions, judged by a program's error output, with the way out: programs do
 * not know that there is a sandbox. They only state the restriction, since a program may have failed for another
 * reason. Pure.
 */
export function refusalRemarks(ended: EndedProgram, place: RefusalPlace): readonly string[] {
  return [limits, network, loopback, files, repository, programs].flatMap((remarks) => remarks(ended, place))
}

function limits({ limitsHit = [], errors }: EndedProgram, { profile }: RefusalPlace): readonly string[] {
  const { memoryBytes, processes, openFiles } = profile.limits
  const memory =
    memoryBytes === undefined ? '' : `, ${Math.round(memoryBytes / 1024 / 1024)} MiB for all its processes together`
  const count = processes === undefined ? '' : `, ${processes} at a time`
  const ask = (setting: string) =>
    `Do less at a time, or ask the user: the operator can raise "${setting}" of the sandbox.`
  return [
    ...(limitsHit.includes('memory')
      ? [`It exceeded the memory limit of its sandbox${memory}. ${ask('memoryMb')}`]
      : []),
    ...(limitsHit.includes('processes')
      ? [`It exceeded the process limit of its sandbox${count}. ${ask('processes')}`]
      : []),
    ...(openFiles !== undefined && tooManyFiles.test(errors)
      ? [`In its sandbox a process may have ${openFiles} files open. ${ask('openFiles')}`]
      : []),
  ]
}

function network({ errors }: EndedProgram, { profile, hosts }: RefusalPlace): readonly string[] {
  const isUnreached = noHost.test(errors)
  switch (profile.network.kind) {
    case 'host':
      return []
    case 'none':
      return isUnreached
        ? [
            'Programs have no network in this sandbox, so trying again does not help. Continue without it, or ask the user: the operator can allow single hosts ("sandbox": { "network": { "allow": […] } }).',
          ]
        : []
    case 'filtered': {
      if (!isUnreached && !notLetThrough.test(errors)) return []
      const named = hosts.slice(0, maxHosts).join(', ')
      const more = hosts.length > maxHosts ? ` and ${hosts.length - maxHosts} more` : ''
      return [
        `Programs in this sandbox reach only these hosts, and only through the proxy that HTTPS_PROXY and HTTP_PROXY name: ${named}${more}. For another ask the user: the operator can add it to "allow" of the sandbox's network.`,
      ]
    }
  }
}

/** With bubblewrap the network belongs to one program and what it starts, in a container to all that run there. */
function loopback({ errors }: EndedProgram, { kind, profile }: RefusalPlace): readonly string[] {
  if (kind !== 'bubblewrap' || profile.network.kind === 'host' || !refusedConnection.test(errors)) return []
  return [
    'Each command has its own "localhost" in this sandbox, including background commands: start a server and its client in one command line.',
  ]
}

function files(
  { errors }: EndedProgram,
  { profile, repository = noRepositoryPlaces }: RefusalPlace,
): readonly string[] {
  const { workspace, mounts, masked } = profile
  const refused = errors.split('\n').filter((line) => denied.test(line))
  const isHidden = masked.some((path) => refused.some((line) => line.includes(basename(path))))
  const written = [
    ...(workspace.access === 'write' ? [`the workspace "${workspace.inside}"`] : []),
    ...mounts
      .filter((mount) => mount.access === 'write' && mount.inside !== '/tmp' && !repository.mounts.includes(mount))
      .map(({ inside }) => `"${inside}"`),
    '"/tmp"',
  ]
  const isLocked = readOnly.test(errors) && !isTold.test(errors)
  const inside =
    workspace.access === 'write'
      ? ' Change files there that have effects outside (hooks and settings of git, editors and agents) with the file tools, which may ask first.'
      : ' The workspace is read only.'
  return [
    ...(isLocked ? [`Programs in this sandbox can write only to ${written.join(' and ')}.${inside}`] : []),
    ...(isHidden
      ? [
          'Files with credentials cannot be read in this sandbox. Continue without them, or ask the user for the needed values.',
        ]
      : []),
  ]
}

function repository({ errors }: EndedProgram, { repository: places }: RefusalPlace): readonly string[] {
  const refused = errors.split('\n').filter((line) => lockedFile.test(line))
  if (places?.sealed.some(({ path }) => refused.some((line) => line.includes(`${path}/`))) === true) {
    return [
      'This folder is a worktree of a repository in another folder. In this sandbox git can commit, and create and move branches and tags. It cannot delete branches, tags and other references, clean up the repository or change its settings: ask the user to do that outside.',
    ]
  }
  if (!repositoryElsewhere.test(errors)) return []
  return [
    'This folder is a worktree or a submodule of a repository in another folder, which is not visible in this sandbox. Work without git, or ask the user: the operator can show the `.git` folder of that repository to read ("permissions": { "readRoots": […] }). Commits are made outside the sandbox.',
  ]
}

function programs({ errors, exitCode }: EndedProgram, { kind }: RefusalPlace): readonly string[] {
  if (exitCode !== 127 && !notFound.test(errors)) return []
  switch (kind) {
    case 'docker':
      return [
        'This sandbox only has the programs of its container image, not those of this machine. Use an existing one, or ask the user: the operator can name another image ("sandbox": { "image": … }).',
      ]
    case 'bubblewrap':
      return [
        'The user\'s home is hidden in this sandbox, except for folders on the search path: files that programs there need may be missing. Use another program, or ask the user: the operator can show a folder ("permissions": { "readRoots": […] }).',
      ]
  }
}
