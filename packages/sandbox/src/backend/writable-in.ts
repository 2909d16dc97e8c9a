import type { SandboxProfile } from './sandbox-profile.ts'

/** Folders of the machine in which programs of a profile may write. Pure. */
export function writableIn({ workspace, mounts }: SandboxProfile): readonly string[] {
  const grants = workspace.access === 'write' ? [workspace.host] : []
  return [...grants, ...mounts.flatMap(({ host, access }) => (access === 'write' ? [host] : []))]
}
